extension Language {
  static let arabic = Language(
    code: "ar", isRightToLeft: true,
    phrases: [
      "caffeinated": "القهوة",
      "decaf": "القهوة منزوعة الكافيين",
      "chimes and just works": "رنّ واشتغل بكل بساطة",
      "grinds and asks where you want to go today": "صرّ ثم سأل إلى أين تريد الذهاب اليوم",

      "one small fix": "إصلاح صغير",
      "a rewrite": "إعادة كتابة",
      "two tests": "اختباران",
      "a date bug": "خلل في التواريخ",
      "the docs": "التوثيق",
      "naming things": "اختيار الأسماء",
      "a merge conflict": "تعارض في الدمج",

      "the compiler": "المترجم",
      "the linker": "الرابط",
      "the keyboard": "لوحة المفاتيح",
      "the network": "الشبكة",
      "the moon": "القمر",
      "the coffee": "القهوة",
      "the last programmer": "المبرمج السابق",

      "Splendid. Could it be blue?": "رائع. هل يمكن أن يكون أزرق؟",
      "Already? Then let's move the deadline.": "بهذه السرعة؟ إذن نقدّم الموعد.",
      "I knew my plan would work.": "كنت أعلم أن خطتي ستنجح.",
      "Last week it was the chair.": "الأسبوع الماضي كان الكرسي.",
      "Then let's have a meeting about the tools.": "إذن نعقد اجتماعًا عن الأدوات.",
      "The intern has the same tools.": "المتدرب عنده الأدوات نفسها.",

      "It ships on time: the time zone wasn't specified.": "سُلّم في الموعد: لم يحدّد أحد المنطقة الزمنية.",
      "No bugs were found. Nobody looked.": "لم نجد أي خلل. لم يبحث أحد.",
      "There are 10 kinds of days: those in binary and all the others.":
        "الأيام 10 أنواع: الثنائية وسائر الأيام.",
      // The months' short names mean nothing else here, so it is another joke.
      "The release is called Christmas, since Dec 25 is Oct 31.": "اسم الإصدار «غدًا»، لأن موعده دائمًا غدًا.",
      "A bad programmer blames the tools. A good one wrote them.":
        "المبرمج السيئ يلوم أدواته. والجيد هو من كتبها.",
      "It works on one machine, and that one is switched off.": "يعمل على جهاز واحد، وهو مطفأ.",
      "The two hardest things are naming, caching and being off by one.":
        "أصعب شيئين: التسمية والتخزين المؤقت والخطأ بواحد.",
      "Sleep is for those without decaf.": "النوم لمن ليس عنده قهوة منزوعة الكافيين.",
    ],
    // Durations and numbers stand where their case doesn't depend on a preposition.
    scene: { scene, words in
      switch scene {
      case .wakingUp(let age):
        ("يستيقظ", "عمر اليوم: \(words.duration(age)).")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "يشرب القهوة",
          words.count(cups, "فنجان واحد", "فنجانان", few: "فناجين", many: "فنجانًا", other: "فنجان")
            + " من \(try words.phrase(coffee))، والكافيين \(words.number(level)). "
            + "المطلوب أكثر من \(words.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        (
          "يشغّل جهاز \(words.name(computer))",
          "\(try words.phrase(impression)). المدة: \(words.duration(wait))."
        )
      case .plan(let tasks):
        ("يضع خطة", "المهام: \(try words.list(tasks)).")
      case .coding(let lines, let time):
        (
          "يبرمج كالريح",
          words.count(lines, "سطر واحد", "سطران", few: "أسطر", many: "سطرًا", other: "سطر")
            + "، والمدة: \(words.duration(time))."
        )
      case .blaming(let tools):
        ("يلوم الأدوات", "المتهمون: \(try words.list(tools)).")
      case .lunch(let time):
        ("يتناول الغداء", "\(words.duration(time)) لا يتعطل فيها شيء.")
      case .moreCoffee(let cups):
        ("يشرب المزيد من القهوة", "فناجين اليوم: \(words.number(cups)).")
      case .cake(let first, let last):
        ("يأكل الكعك", "القطع مرقّمة من \(words.number(first)) إلى \(words.number(last)).")
      case .report(let answer):
        ("يخبر المدير", "«\(try words.phrase(answer))»")
      case .goingHome(let computer, let time):
        ("يعود إلى البيت", "منذ تشغيل جهاز \(words.name(computer)): \(words.duration(time)).")
      }
    },
    remark: { remark, words in
      switch remark {
      case .title(let computer): "يوم مبرمج على جهاز \(words.name(computer))"
      case .unusualLength(let length, let isShort):
        "طول هذا اليوم: \(words.duration(length))، فالساعة \(isShort ? "تُقدَّم" : "تُؤخَّر")."
      case .programmersDay(let ordinal):
        "يوم مبرمجين سعيد! هذا هو اليوم \(words.number(ordinal)) من السنة."
      case .punchline(let joke): "\(try words.phrase(joke)) با دوم تش!"
      }
    },
    film: FilmLabels(paused: "متوقف", keys: "مسافة: إيقاف · ← →: السرعة · q: خروج"))
}

extension Language.Words {
  /// A counted noun. One and two are words of their own; from three the last two digits decide.
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
