// SPDX-License-Identifier: MIT

extension Language {
  static let arabic = Language(
    code: "ar", isRightToLeft: true,
    phrase: { phrase in
      switch phrase {
      case .coffee(.caffeinated): "القهوة"
      case .coffee(.decaf): "القهوة منزوعة الكافيين"
      case .impression(.chimesAndWorks): "رنّ واشتغل بكل بساطة"
      case .impression(.grindsAndAsks): "صرّ ثم سأل إلى أين تريد الذهاب اليوم"
      case .chore(.smallFix): "إصلاح صغير"
      case .chore(.rewrite): "إعادة كتابة"
      case .chore(.twoTests): "اختباران"
      case .chore(.dateBug): "خلل في التواريخ"
      case .chore(.docs): "التوثيق"
      case .chore(.naming): "اختيار الأسماء"
      case .chore(.mergeConflict): "تعارض في الدمج"
      case .tool(.compiler): "المترجم"
      case .tool(.linker): "الرابط"
      case .tool(.keyboard): "لوحة المفاتيح"
      case .tool(.network): "الشبكة"
      case .tool(.moon): "القمر"
      case .tool(.coffee): "القهوة"
      case .tool(.lastProgrammer): "المبرمج السابق"
      case .answer(.couldItBeBlue): "رائع. هل يمكن أن يكون أزرق؟"
      case .answer(.earlierDeadline): "بهذه السرعة؟ إذن نقدّم الموعد."
      case .answer(.planWorked): "كنت أعلم أن خطتي ستنجح."
      case .answer(.lastWeekTheChair): "الأسبوع الماضي كان الكرسي هو السبب."
      case .answer(.meetingAboutTools): "إذن نعقد اجتماعًا عن الأدوات."
      case .answer(.internHasTheSame): "المتدرب عنده الأدوات نفسها."
      case .joke(.shipsOnTime): "سُلّم في الموعد: لم يحدّد أحد المنطقة الزمنية."
      case .joke(.noBugsFound): "لم نجد أي خلل. لم يبحث أحد."
      case .joke(.twoActors): "التقى ممثلان عند باب، وما زال كلاهما ينتظر."
      // The joke doesn't translate, so this is another one.
      case .joke(.optionalPresent): "كانت الهدية اختيارية، ففُتحت بالقوة."
      case .joke(.goodOnesWroteThem): "المبرمج السيئ يلوم أدواته. والجيد هو من كتبها."
      case .joke(.worksOnOneMachine): "يعمل على جهاز واحد، وهو مطفأ."
      case .joke(.twoHardestThings): "أصعب شيئين: التسمية والتخزين المؤقت والخطأ بفارق واحد."
      case .joke(.sleep): "القهوة منزوعة الكافيين تساعد على النوم، خصوصًا في المكتب."
      }
    },
    // Durations and numbers stand where their case doesn't depend on a preposition.
    scene: { scene, format in
      switch scene {
      case .wakingUp(let age): ("يستيقظ", "عمر اليوم: \(format.duration(age)).")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "يشرب القهوة",
          format.count(cups, "فنجان واحد", "فنجانان", few: "فناجين", many: "فنجانًا", other: "فنجان")
            + " من \(format.phrase(coffee))، والكافيين \(format.number(level)). "
            + "المطلوب أكثر من \(format.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        (
          "يشغّل جهاز \(format.name(computer))",
          "\(format.phrase(impression)). المدة: \(format.duration(wait))."
        )
      case .plan(let chores): ("يضع خطة", "المهام: \(format.list(chores)).")
      case .coding(let lines, let time):
        (
          "يبرمج كالريح",
          format.count(lines, "سطر واحد", "سطران", few: "أسطر", many: "سطرًا", other: "سطر")
            + "، والمدة: \(format.duration(time))."
        )
      case .blaming(let tools): ("يلوم الأدوات", "المتهمون: \(format.list(tools)).")
      case .lunch(let time): ("يتناول الغداء", "\(format.duration(time)) لا يتعطل فيها شيء.")
      case .moreCoffee(let cups): ("يشرب المزيد من القهوة", "فناجين اليوم: \(format.number(cups)).")
      case .cake(let first, let last):
        ("يأكل الكعك", "القطع مرقّمة من \(format.number(first)) إلى \(format.number(last)).")
      case .report(let answer): ("يخبر المدير", "«\(format.phrase(answer))»")
      case .goingHome(let computer, let time):
        ("يعود إلى البيت", "منذ تشغيل جهاز \(format.name(computer)): \(format.duration(time)).")
      }
    },
    title: { "يوم مبرمج على جهاز \($0)" },
    unusualLength: { "طول هذا اليوم: \($0)، فالساعة \($1 ? "تُقدَّم" : "تُؤخَّر")." },
    programmersDay: { "يوم مبرمجين سعيد! هذا هو اليوم \($0) من السنة." },
    punchline: { "\($0) با دوم تش!" },
    paused: "متوقف", keys: "مسافة: إيقاف · ← →: السرعة · q: خروج")
}

extension LocalizedFormat {
  /// Returns a counted noun. One and two have words of their own; from three the last two digits decide.
  fileprivate func count(
    _ count: Int, _ one: String, _ two: String, few: String, many: String, other: String
  ) -> String {
    switch (count, count % 100) {
    case (1, _): one
    case (2, _): two
    case (_, 3...10): "\(number(count)) \(few)"
    case (_, 11...99): "\(number(count)) \(many)"
    default: "\(number(count)) \(other)"
    }
  }
}
