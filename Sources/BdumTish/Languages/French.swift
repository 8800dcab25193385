// SPDX-License-Identifier: MIT

extension Language {
  static let french = Language(
    code: "fr", isOne: { $0 < 2 },
    phrase: { phrase in
      switch phrase {
      case .coffee(.caffeinated): "café"
      case .coffee(.decaf): "déca"
      case .impression(.chimesAndWorks): "tinte et marche, tout simplement"
      case .impression(.grindsAndAsks): "gratte et demande où vous voulez aller aujourd'hui"
      case .chore(.smallFix): "une petite correction"
      case .chore(.rewrite): "une réécriture"
      case .chore(.twoTests): "deux tests"
      case .chore(.dateBug): "un bug de dates"
      case .chore(.docs): "la doc"
      case .chore(.naming): "trouver des noms"
      case .chore(.mergeConflict): "un conflit de fusion"
      case .tool(.compiler): "le compilateur"
      case .tool(.linker): "l'éditeur de liens"
      case .tool(.keyboard): "le clavier"
      case .tool(.network): "le réseau"
      case .tool(.moon): "la lune"
      case .tool(.coffee): "le café"
      case .tool(.lastProgrammer): "le programmeur d'avant"
      case .answer(.couldItBeBlue): "Superbe. On pourrait l'avoir en bleu\u{A0}?"
      case .answer(.earlierDeadline): "Déjà\u{A0}? Alors avançons la date limite."
      case .answer(.planWorked): "Je savais que mon plan marcherait."
      case .answer(.lastWeekTheChair): "La semaine dernière, c'était la chaise."
      case .answer(.meetingAboutTools): "Alors faisons une réunion sur les outils."
      case .answer(.internHasTheSame): "Le stagiaire a les mêmes outils."
      case .joke(.shipsOnTime): "Livré à l'heure\u{A0}: personne n'avait précisé le fuseau."
      case .joke(.noBugsFound): "Aucun bug trouvé. Personne n'a cherché."
      case .joke(.twoActors): "Deux acteurs se sont croisés à la porte. Les deux attendent encore."
      case .joke(.optionalPresent): "Le cadeau était optionnel. On l'a déballé de force."
      case .joke(.goodOnesWroteThem): "Un mauvais programmeur accuse ses outils. Un bon les a écrits."
      case .joke(.worksOnOneMachine): "Ça marche sur une machine, et elle est éteinte."
      case .joke(.twoHardestThings):
        "Les deux choses les plus dures\u{A0}: nommer, mettre en cache et compter à un près."
      case .joke(.sleep): "Avec le déca, on dort bien, surtout au bureau."
      }
    },
    scene: { scene, format in
      switch scene {
      case .wakingUp(let age): ("Se réveille", "La journée n'a que \(format.duration(age)).")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Boit du café",
          "\(format.count(cups, "tasse", "tasses")) de \(format.phrase(coffee)), "
            + "caféine\u{A0}: \(format.number(level)). Il en faut plus de \(format.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Allume le \(computer)", "Au bout de \(format.duration(wait)), il \(format.phrase(impression)).")
      case .plan(let chores): ("Fait un plan", "À faire\u{A0}: \(format.list(chores)).")
      case .coding(let lines, let time):
        ("Code à toute allure", "\(format.count(lines, "ligne", "lignes")) en \(format.duration(time)).")
      case .blaming(let tools): ("Accuse les outils", "Les coupables\u{A0}: \(format.list(tools)).")
      case .lunch(let time): ("Déjeune", "Pendant \(format.duration(time)), rien ne peut tomber en panne.")
      case .moreCoffee(let cups):
        ("Reprend du café", "Déjà \(format.count(cups, "tasse", "tasses")) aujourd'hui.")
      case .cake(let first, let last):
        ("Mange du gâteau", "Les parts sont numérotées de \(format.number(first)) à \(format.number(last)).")
      case .report(let answer): ("Informe le chef", "«\u{A0}\(format.phrase(answer))\u{A0}»")
      case .goingHome(let computer, let time):
        ("Rentre à la maison", "\(format.duration(time)) après avoir allumé le \(computer).")
      }
    },
    title: { "La journée d'un programmeur sur \($0)" },
    unusualLength: { "Cette journée compte \($0)\u{A0}: on \($1 ? "avance" : "recule") les pendules." },
    programmersDay: { "Bonne fête des programmeurs\u{A0}! C'est le \($0)ᵉ jour de l'année." },
    punchline: { "\($0) Ba dum tss\u{A0}!" },
    paused: "en pause", keys: "espace\u{A0}: pause · ← →\u{A0}: vitesse · q\u{A0}: fin")
}
