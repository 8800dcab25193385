extension Language {
  static let french = Language(
    code: "fr",
    phrases: [
      "caffeinated": "café",
      "decaf": "déca",
      "chimes and just works": "tinte et marche, tout simplement",
      "grinds and asks where you want to go today": "gratte et demande où vous voulez aller aujourd'hui",

      "one small fix": "une petite correction",
      "a rewrite": "une réécriture",
      "two tests": "deux tests",
      "a date bug": "un bug de dates",
      "the docs": "la doc",
      "naming things": "trouver des noms",
      "a merge conflict": "un conflit de fusion",

      "the compiler": "le compilateur",
      "the linker": "l'éditeur de liens",
      "the keyboard": "le clavier",
      "the network": "le réseau",
      "the moon": "la lune",
      "the coffee": "le café",
      "the last programmer": "le programmeur d'avant",

      "Splendid. Could it be blue?": "Superbe. On pourrait l'avoir en bleu\u{A0}?",
      "Already? Then let's move the deadline.": "Déjà\u{A0}? Alors avançons la date limite.",
      "I knew my plan would work.": "Je savais que mon plan marcherait.",
      "Last week it was the chair.": "La semaine dernière, c'était la chaise.",
      "Then let's have a meeting about the tools.": "Alors faisons une réunion sur les outils.",
      "The intern has the same tools.": "Le stagiaire a les mêmes outils.",

      "It ships on time: the time zone wasn't specified.":
        "Livré à l'heure\u{A0}: personne n'avait précisé le fuseau.",
      "No bugs were found. Nobody looked.": "Aucun bug trouvé. Personne n'a cherché.",
      "There are 10 kinds of days: those in binary and all the others.":
        "Il y a 10 sortes de jours\u{A0}: ceux en binaire et tous les autres.",
      "The release is called Christmas, since Dec 25 is Oct 31.":
        "La version s'appelle Noël, puisque Déc 25 égale Oct 31.",
      "A bad programmer blames the tools. A good one wrote them.":
        "Un mauvais programmeur accuse ses outils. Un bon les a écrits.",
      "It works on one machine, and that one is switched off.":
        "Ça marche sur une machine, et elle est éteinte.",
      "The two hardest things are naming, caching and being off by one.":
        "Les deux choses les plus dures\u{A0}: nommer, mettre en cache et se tromper d'un.",
      "Sleep is for those without decaf.": "Dormir, c'est pour ceux qui n'ont pas de déca.",
    ],
    scene: { scene, words in
      switch scene {
      case .wakingUp(let age):
        ("Se réveille", "La journée n'a que \(words.duration(age)).")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Boit du café",
          "\(words.number(cups)) \(cups < 2 ? "tasse" : "tasses") de \(try words.phrase(coffee)), "
            + "caféine\u{A0}: \(words.number(level)). Il en faut plus de \(words.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Allume le \(computer)", "Il \(try words.phrase(impression)), au bout de \(words.duration(wait)).")
      case .plan(let tasks):
        ("Fait un plan", "À faire\u{A0}: \(try words.list(tasks)).")
      case .coding(let lines, let time):
        (
          "Code à toute allure",
          "\(words.number(lines)) \(lines < 2 ? "ligne" : "lignes") en \(words.duration(time))."
        )
      case .blaming(let tools):
        ("Accuse les outils", "Les coupables\u{A0}: \(try words.list(tools)).")
      case .lunch(let time):
        ("Déjeune", "Pendant \(words.duration(time)), rien ne peut tomber en panne.")
      case .moreCoffee(let cups):
        ("Reprend du café", "Déjà \(words.number(cups)) \(cups < 2 ? "tasse" : "tasses") aujourd'hui.")
      case .cake(let first, let last):
        ("Mange du gâteau", "Les parts sont numérotées de \(words.number(first)) à \(words.number(last)).")
      case .report(let answer):
        ("Informe le chef", "«\u{A0}\(try words.phrase(answer))\u{A0}»")
      case .goingHome(let computer, let time):
        ("Rentre à la maison", "\(words.duration(time)) après avoir allumé le \(computer).")
      }
    },
    remark: { remark, words in
      switch remark {
      case .title(let computer): "La journée d'un programmeur sur \(computer)"
      case .unusualLength(let length, let isShort):
        "Ce jour a \(words.duration(length))\u{A0}: on \(isShort ? "avance" : "recule") les pendules."
      case .programmersDay(let ordinal):
        "Bonne fête des programmeurs\u{A0}! C'est le \(words.number(ordinal))ᵉ jour de l'année."
      case .punchline(let joke): "\(try words.phrase(joke)) Ba dum tss\u{A0}!"
      }
    },
    film: FilmLabels(paused: "en pause", keys: "espace\u{A0}: pause · ← →\u{A0}: vitesse · q\u{A0}: quitter"))
}
