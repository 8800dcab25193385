// SPDX-License-Identifier: MIT

extension Language {
  static let german = Language(
    code: "de",
    phrase: { phrase in
      switch phrase {
      case .coffee(.caffeinated): "Kaffee"
      case .coffee(.decaf): "koffeinfreier Kaffee"
      case .impression(.chimesAndWorks): "bimmelt er und läuft einfach"
      case .impression(.grindsAndAsks): "rattert er und fragt, wohin es heute gehen soll"
      case .chore(.smallFix): "eine kleine Korrektur"
      case .chore(.rewrite): "alles neu schreiben"
      case .chore(.twoTests): "zwei Tests"
      case .chore(.dateBug): "ein Datumsfehler"
      case .chore(.docs): "die Doku"
      case .chore(.naming): "Namen ausdenken"
      case .chore(.mergeConflict): "ein Merge-Konflikt"
      // They follow "Es liegt".
      case .tool(.compiler): "am Compiler"
      case .tool(.linker): "am Linker"
      case .tool(.keyboard): "an der Tastatur"
      case .tool(.network): "am Netz"
      case .tool(.moon): "am Mond"
      case .tool(.coffee): "am Kaffee"
      case .tool(.lastProgrammer): "am Vorgänger"
      case .answer(.couldItBeBlue): "Prächtig. Geht das auch in Blau?"
      case .answer(.earlierDeadline): "Schon? Dann ziehen wir den Termin vor."
      case .answer(.planWorked): "Ich wusste, dass mein Plan aufgeht."
      case .answer(.lastWeekTheChair): "Letzte Woche war es der Stuhl."
      case .answer(.meetingAboutTools): "Dann machen wir ein Meeting über die Werkzeuge."
      case .answer(.internHasTheSame): "Der Praktikant hat dieselben Werkzeuge."
      case .joke(.shipsOnTime): "Pünktlich geliefert: Von Zeitzonen war keine Rede."
      case .joke(.noBugsFound): "Keine Fehler gefunden. Es hat auch keiner gesucht."
      case .joke(.twoActors): "Zwei Actors trafen sich an der Tür. Beide warten noch."
      case .joke(.optionalPresent): "Das Geschenk war optional. Ausgepackt wurde es mit Gewalt."
      case .joke(.goodOnesWroteThem):
        "Schlechte Programmierer schimpfen auf ihr Werkzeug. Gute haben es geschrieben."
      case .joke(.worksOnOneMachine): "Es läuft auf einem Rechner, und der ist aus."
      case .joke(.twoHardestThings): "Die zwei schwersten Dinge sind Namen, Caches und Off-by-one-Fehler."
      case .joke(.sleep): "Mit koffeinfreiem Kaffee schläft man gut, vor allem am Schreibtisch."
      }
    },
    scene: { scene, format in
      switch scene {
      case .wakingUp(let age): ("Wacht auf", "Der Tag ist \(format.duration(age)) alt.")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Trinkt Kaffee",
          "\(format.count(cups, "Tasse", "Tassen")) \(format.phrase(coffee)), "
            + "Koffeinspiegel \(format.number(level)). Nötig sind mehr als \(format.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Schaltet den \(computer) ein", "Nach \(format.duration(wait)) \(format.phrase(impression)).")
      case .plan(let chores): ("Macht einen Plan", "Zu tun: \(format.list(chores)).")
      case .coding(let lines, let time):
        (
          "Programmiert wie der Wind",
          "\(format.count(lines, "Zeile", "Zeilen")) in \(format.duration(time))."
        )
      case .blaming(let tools): ("Schimpft aufs Werkzeug", "Es liegt \(format.list(tools)).")
      case .lunch(let time): ("Isst zu Mittag", "\(format.duration(time)) lang kann nichts abstürzen.")
      case .moreCoffee(let cups):
        ("Trinkt noch mehr Kaffee", "Heute schon \(format.count(cups, "Tasse", "Tassen")).")
      case .cake(let first, let last):
        ("Isst Kuchen", "Die Stücke sind von \(format.number(first)) bis \(format.number(last)) nummeriert.")
      case .report(let answer): ("Berichtet dem Chef", "„\(format.phrase(answer))“")
      case .goingHome(let computer, let time):
        ("Geht nach Hause", "\(format.duration(time)) nach dem Einschalten des \(computer).")
      }
    },
    title: { "Der Tag eines \($0)-Programmierers" },
    unusualLength: { "Dieser Tag hat \($0): Die Uhren werden \($1 ? "vor" : "zurück")gestellt." },
    programmersDay: { "Alles Gute zum Tag des Programmierers! Es ist der \($0). Tag des Jahres." },
    punchline: { "\($0) Ba-dumm-tss!" },
    paused: "angehalten", keys: "Leertaste: Pause · ← →: Tempo · q: Ende")
}
