// SPDX-License-Identifier: MIT

extension Language {
  static let spanish = Language(
    code: "es",
    phrase: { phrase in
      switch phrase {
      case .coffee(.caffeinated): "café"
      case .coffee(.decaf): "descafeinado"
      case .impression(.chimesAndWorks): "tintinea y simplemente funciona"
      case .impression(.grindsAndAsks): "rechina y pregunta adónde quieres ir hoy"
      case .chore(.smallFix): "un pequeño arreglo"
      case .chore(.rewrite): "reescribirlo todo"
      case .chore(.twoTests): "dos pruebas"
      case .chore(.dateBug): "un error de fechas"
      case .chore(.docs): "la documentación"
      case .chore(.naming): "poner nombres"
      case .chore(.mergeConflict): "un conflicto de fusión"
      case .tool(.compiler): "el compilador"
      case .tool(.linker): "el enlazador"
      case .tool(.keyboard): "el teclado"
      case .tool(.network): "la red"
      case .tool(.moon): "la luna"
      case .tool(.coffee): "el café"
      case .tool(.lastProgrammer): "el programador anterior"
      case .answer(.couldItBeBlue): "Espléndido. ¿Podría ser azul?"
      case .answer(.earlierDeadline): "¿Ya? Entonces adelantemos la entrega."
      case .answer(.planWorked): "Sabía que mi plan funcionaría."
      case .answer(.lastWeekTheChair): "La semana pasada fue la silla."
      case .answer(.meetingAboutTools): "Pues hagamos una reunión sobre las herramientas."
      case .answer(.internHasTheSame): "El becario tiene las mismas herramientas."
      case .joke(.shipsOnTime): "Se entrega a tiempo: nadie dijo en qué huso horario."
      case .joke(.noBugsFound): "No se encontraron errores. Nadie los buscó."
      case .joke(.twoActors): "Dos actores se encontraron en una puerta. Los dos siguen esperando."
      // The joke doesn't translate, so this is another one.
      case .joke(.optionalPresent): "El regalo era opcional. Lo abrieron a la fuerza."
      case .joke(.goodOnesWroteThem): "El mal programador culpa a sus herramientas. El bueno las escribió."
      case .joke(.worksOnOneMachine): "Funciona en una máquina, y está apagada."
      case .joke(.twoHardestThings):
        "Las dos cosas más difíciles son los nombres, la caché y equivocarse por uno."
      case .joke(.sleep): "Con descafeinado se duerme bien, sobre todo en la oficina."
      }
    },
    scene: { scene, format in
      switch scene {
      case .wakingUp(let age): ("Se despierta", "El día solo tiene \(format.duration(age)).")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Toma café",
          "\(format.count(cups, "taza", "tazas")) de \(format.phrase(coffee)), "
            + "cafeína: \(format.number(level)). Hacen falta más de \(format.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        ("Enciende el \(computer)", "Tras \(format.duration(wait)), \(format.phrase(impression)).")
      case .plan(let chores): ("Hace un plan", "Pendiente: \(format.list(chores)).")
      case .coding(let lines, let time):
        ("Programa como un rayo", "\(format.count(lines, "línea", "líneas")) en \(format.duration(time)).")
      case .blaming(let tools): ("Culpa a las herramientas", "Los culpables: \(format.list(tools)).")
      case .lunch(let time): ("Almuerza", "Durante \(format.duration(time)) no puede fallar nada.")
      case .moreCoffee(let cups):
        ("Toma más café", "\(cups == 1 ? "Ya va" : "Ya van") \(format.count(cups, "taza", "tazas")) hoy.")
      case .cake(let first, let last):
        ("Come tarta", "Las porciones van numeradas del \(format.number(first)) al \(format.number(last)).")
      case .report(let answer): ("Informa al jefe", "«\(format.phrase(answer).trimmingSuffix("."))».")
      case .goingHome(let computer, let time):
        ("Vuelve a casa", "\(format.duration(time)) después de encender el \(computer).")
      }
    },
    title: { "El día de un programador de \($0)" },
    unusualLength: { "Este día tiene \($0): los relojes se \($1 ? "adelantan" : "atrasan")." },
    programmersDay: { "¡Feliz Día del Programador! Es el día \($0) del año." },
    punchline: { "\($0) ¡Ba dum tss!" },
    paused: "en pausa", keys: "espacio: pausa · ← →: velocidad · q: fin")
}
