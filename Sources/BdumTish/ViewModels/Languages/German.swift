extension Language {
  static let german = Language(
    code: "de",
    phrases: [
      "caffeinated": "Kaffee",
      "decaf": "koffeinfreier Kaffee",
      "chimes and just works": "gongt und läuft einfach",
      "grinds and asks where you want to go today": "rattert und fragt, wohin es heute gehen soll",

      "one small fix": "eine kleine Korrektur",
      "a rewrite": "alles neu schreiben",
      "two tests": "zwei Tests",
      "a date bug": "ein Datumsfehler",
      "the docs": "die Doku",
      "naming things": "Namen ausdenken",
      "a merge conflict": "ein Merge-Konflikt",

      // They follow "Es liegt".
      "the compiler": "am Compiler",
      "the linker": "am Linker",
      "the keyboard": "an der Tastatur",
      "the network": "am Netz",
      "the moon": "am Mond",
      "the coffee": "am Kaffee",
      "the last programmer": "am letzten Programmierer",

      "Splendid. Could it be blue?": "Prächtig. Geht das auch in Blau?",
      "Already? Then let's move the deadline.": "Schon? Dann ziehen wir den Termin vor.",
      "I knew my plan would work.": "Ich wusste, dass mein Plan aufgeht.",
      "Last week it was the chair.": "Letzte Woche war es der Stuhl.",
      "Then let's have a meeting about the tools.": "Dann machen wir ein Meeting über die Werkzeuge.",
      "The intern has the same tools.": "Der Praktikant hat dieselben Werkzeuge.",

      "It ships on time: the time zone wasn't specified.":
        "Pünktlich geliefert: Von Zeitzonen war keine Rede.",
      "No bugs were found. Nobody looked.": "Keine Fehler gefunden. Es hat auch keiner gesucht.",
      "There are 10 kinds of days: those in binary and all the others.":
        "Es gibt 10 Arten von Tagen: die binären und alle anderen.",
      "The release is called Christmas, since Dec 25 is Oct 31.":
        "Das Release heißt Weihnachten, denn Dez 25 ist Okt 31.",
      "A bad programmer blames the tools. A good one wrote them.":
        "Schlechte Programmierer schimpfen auf ihr Werkzeug. Gute haben es geschrieben.",
      "It works on one machine, and that one is switched off.":
        "Es läuft auf einem Rechner, und der ist aus.",
      "The two hardest things are naming, caching and being off by one.":
        "Die zwei schwersten Dinge sind Namen, Caches und Eins-daneben-Fehler.",
      "Sleep is for those without decaf.": "Schlafen ist was für Leute ohne Koffeinfreien.",
    ],
    scene: { scene, words in
      switch scene {
      case .wakingUp(let age):
        ("Wacht auf", "Der Tag ist \(words.duration(age)) alt.")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Trinkt Kaffee",
          "\(words.number(cups)) \(cups == 1 ? "Tasse" : "Tassen") \(try words.phrase(coffee)), "
            + "Koffeinspiegel \(words.number(level)). Nötig sind mehr als \(words.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Schaltet den \(computer) ein", "Er \(try words.phrase(impression)), nach \(words.duration(wait)).")
      case .plan(let tasks):
        ("Macht einen Plan", "Zu tun: \(try words.list(tasks)).")
      case .coding(let lines, let time):
        (
          "Programmiert wie der Wind",
          "\(words.number(lines)) \(lines == 1 ? "Zeile" : "Zeilen") in \(words.duration(time))."
        )
      case .blaming(let tools):
        ("Schimpft aufs Werkzeug", "Es liegt \(try words.list(tools)).")
      case .lunch(let time):
        ("Isst zu Mittag", "\(words.duration(time)) lang kann nichts abstürzen.")
      case .moreCoffee(let cups):
        ("Trinkt noch mehr Kaffee", "Heute schon \(words.number(cups)) \(cups == 1 ? "Tasse" : "Tassen").")
      case .cake(let first, let last):
        ("Isst Kuchen", "Die Stücke sind von \(words.number(first)) bis \(words.number(last)) nummeriert.")
      case .report(let answer):
        ("Berichtet dem Chef", "„\(try words.phrase(answer))“")
      case .goingHome(let computer, let time):
        ("Geht nach Hause", "\(words.duration(time)) nach dem Einschalten des \(computer).")
      }
    },
    remark: { remark, words in
      switch remark {
      case .title(let computer): "Der Tag eines \(computer)-Programmierers"
      case .unusualLength(let length, let isShort):
        "Dieser Tag hat \(words.duration(length)): Die Uhren werden \(isShort ? "vor" : "zurück")gestellt."
      case .programmersDay(let ordinal):
        "Alles Gute zum Tag des Programmierers! Es ist der \(words.number(ordinal)). Tag des Jahres."
      case .punchline(let joke): "\(try words.phrase(joke)) Ba-dumm-tss!"
      }
    },
    film: FilmLabels(paused: "angehalten", keys: "Leertaste: Pause · ← →: Tempo · q: Ende"))
}
