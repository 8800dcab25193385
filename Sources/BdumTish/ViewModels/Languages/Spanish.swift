extension Language {
  static let spanish = Language(
    code: "es",
    phrases: [
      "caffeinated": "café",
      "decaf": "descafeinado",
      "chimes and just works": "tintinea y simplemente funciona",
      "grinds and asks where you want to go today": "rechina y pregunta adónde quieres ir hoy",

      "one small fix": "un pequeño arreglo",
      "a rewrite": "reescribirlo todo",
      "two tests": "dos pruebas",
      "a date bug": "un error de fechas",
      "the docs": "la documentación",
      "naming things": "poner nombres",
      "a merge conflict": "un conflicto de fusión",

      "the compiler": "el compilador",
      "the linker": "el enlazador",
      "the keyboard": "el teclado",
      "the network": "la red",
      "the moon": "la luna",
      "the coffee": "el café",
      "the last programmer": "el programador anterior",

      "Splendid. Could it be blue?": "Espléndido. ¿Podría ser azul?",
      "Already? Then let's move the deadline.": "¿Ya? Entonces adelantemos la entrega.",
      "I knew my plan would work.": "Sabía que mi plan funcionaría.",
      "Last week it was the chair.": "La semana pasada fue la silla.",
      "Then let's have a meeting about the tools.": "Pues hagamos una reunión sobre las herramientas.",
      "The intern has the same tools.": "El becario tiene las mismas herramientas.",

      "It ships on time: the time zone wasn't specified.":
        "Se entrega a tiempo: nadie dijo en qué huso horario.",
      "No bugs were found. Nobody looked.": "No se encontraron errores. Nadie los buscó.",
      "There are 10 kinds of days: those in binary and all the others.":
        "Hay 10 clases de días: los binarios y todos los demás.",
      // "Dic" isn't how decimal begins, so it is another joke.
      "The release is called Christmas, since Dec 25 is Oct 31.":
        "La versión sale un viernes. El lunes se llamará incidencia.",
      "A bad programmer blames the tools. A good one wrote them.":
        "El mal programador culpa a sus herramientas. El bueno las escribió.",
      "It works on one machine, and that one is switched off.": "Funciona en una máquina, y está apagada.",
      "The two hardest things are naming, caching and being off by one.":
        "Las dos cosas más difíciles son los nombres, la caché y equivocarse por uno.",
      "Sleep is for those without decaf.": "Dormir es para quien no tiene descafeinado.",
    ],
    scene: { scene, words in
      switch scene {
      case .wakingUp(let age):
        ("Se despierta", "El día solo tiene \(words.duration(age)).")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "Toma café",
          "\(words.number(cups)) \(cups == 1 ? "taza" : "tazas") de \(try words.phrase(coffee)), "
            + "cafeína: \(words.number(level)). Hace falta más de \(words.number(needed))."
        )
      case .startup(let computer, let impression, let wait):
        (
          "Enciende el \(computer)",
          "El \(computer) \(try words.phrase(impression)), tras \(words.duration(wait))."
        )
      case .plan(let tasks):
        ("Hace un plan", "Pendiente: \(try words.list(tasks)).")
      case .coding(let lines, let time):
        (
          "Programa como el viento",
          "\(words.number(lines)) \(lines == 1 ? "línea" : "líneas") en \(words.duration(time))."
        )
      case .blaming(let tools):
        ("Culpa a las herramientas", "Los culpables: \(try words.list(tools)).")
      case .lunch(let time):
        ("Almuerza", "Durante \(words.duration(time)) no puede fallar nada.")
      case .moreCoffee(let cups):
        (
          "Toma más café",
          "\(cups == 1 ? "Ya va" : "Ya van") \(words.number(cups)) \(cups == 1 ? "taza" : "tazas") hoy."
        )
      case .cake(let first, let last):
        ("Come tarta", "Las porciones van numeradas del \(words.number(first)) al \(words.number(last)).")
      case .report(let answer):
        ("Informa al jefe", "«\(try words.phrase(answer))»")
      case .goingHome(let computer, let time):
        ("Vuelve a casa", "\(words.duration(time)) después de encender el \(computer).")
      }
    },
    remark: { remark, words in
      switch remark {
      case .title(let computer): "El día de un programador de \(computer)"
      case .unusualLength(let length, let isShort):
        "Este día tiene \(words.duration(length)): los relojes se \(isShort ? "adelantan" : "atrasan")."
      case .programmersDay(let ordinal):
        "¡Feliz Día del Programador! Es el día \(words.number(ordinal)) del año."
      case .punchline(let joke): "\(try words.phrase(joke)) ¡Ba dum tss!"
      }
    },
    film: FilmLabels(paused: "en pausa", keys: "espacio: pausa · ← →: velocidad · q: salir"))
}
