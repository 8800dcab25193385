extension Language {
  static let japanese = Language(
    code: "ja",
    phrases: [
      "caffeinated": "コーヒー",
      "decaf": "デカフェ",
      "chimes and just works": "ジャーンと鳴り、すんなり動いた",
      "grinds and asks where you want to go today": "ガリガリうなり、「今日はどこへ行きたい？」と聞いてきた",

      "one small fix": "ちょっとした修正",
      "a rewrite": "全面書き直し",
      "two tests": "テストふたつ",
      "a date bug": "日付のバグ",
      "the docs": "ドキュメント",
      "naming things": "名前付け",
      "a merge conflict": "マージの衝突",

      "the compiler": "コンパイラ",
      "the linker": "リンカ",
      "the keyboard": "キーボード",
      "the network": "ネットワーク",
      "the moon": "お月さま",
      "the coffee": "コーヒー",
      "the last programmer": "前任のプログラマー",

      "Splendid. Could it be blue?": "すばらしい。青にできる？",
      "Already? Then let's move the deadline.": "もう？　では締め切りを早めよう。",
      "I knew my plan would work.": "私の計画どおりだ。",
      "Last week it was the chair.": "先週は椅子のせいだったね。",
      "Then let's have a meeting about the tools.": "では道具について会議をしよう。",
      "The intern has the same tools.": "インターンも同じ道具だよ。",

      "It ships on time: the time zone wasn't specified.": "期日どおりに完成。どこの時間かは決まっていなかった。",
      "No bugs were found. Nobody looked.": "バグは見つからなかった。誰も探さなかった。",
      "There are 10 kinds of days: those in binary and all the others.":
        "一日には10種類ある。二進数の日と、そうでない日だ。",
      "The release is called Christmas, since Dec 25 is Oct 31.":
        "リリース名はクリスマス。8進数の31は10進数の25だから。",
      "A bad programmer blames the tools. A good one wrote them.":
        "下手なプログラマーは道具のせいにする。上手なプログラマーは道具を書いた本人だ。",
      "It works on one machine, and that one is switched off.": "動くマシンは一台だけ。電源は切れている。",
      "The two hardest things are naming, caching and being off by one.":
        "難しいことは二つ。名前付けとキャッシュと、一つずれること。",
      "Sleep is for those without decaf.": "眠るのは、デカフェのない人だけ。",
    ],
    scene: { scene, words in
      switch scene {
      case .wakingUp(let age):
        ("起きる", "今日はまだ始まって\(words.duration(age))。")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "コーヒーを飲む",
          "\(try words.phrase(coffee))\(words.number(cups))杯でカフェイン\(words.number(level))。"
            + "\(words.number(needed))を超えないと始まらない。"
        )
      case .startup(let computer, let impression, let wait):
        ("\(computer)の電源を入れる", "\(words.duration(wait))後、\(try words.phrase(impression))。")
      case .plan(let tasks):
        ("計画を立てる", "やること：\(try words.list(tasks))。")
      case .coding(let lines, let time):
        ("猛烈にコードを書く", "\(words.duration(time))で\(words.number(lines))行。")
      case .blaming(let tools):
        ("道具のせいにする", "犯人はきっと\(try words.list(tools))。")
      case .lunch(let time):
        ("昼食をとる", "\(words.duration(time))のあいだ、何も壊れない。")
      case .moreCoffee(let cups):
        ("またコーヒーを飲む", "今日これで\(words.number(cups))杯目。")
      case .cake(let first, let last):
        ("ケーキを食べる", "一切れずつ\(words.number(first))から\(words.number(last))まで番号つき。")
      case .report(let answer):
        ("上司に報告する", "「\(try words.phrase(answer))」")
      case .goingHome(let computer, let time):
        ("帰宅する", "\(computer)の電源を入れてから\(words.duration(time))。")
      }
    },
    remark: { remark, words in
      switch remark {
      case .title(let computer): "\(computer)プログラマーの一日"
      case .unusualLength(let length, let isShort):
        "今日は\(words.duration(length))\(isShort ? "しかない。時計が進む日だ。" : "もある。時計が戻る日だ。")"
      case .programmersDay(let ordinal):
        "プログラマーの日おめでとう！　今日は今年の\(words.number(ordinal))日目。"
      case .punchline(let joke): "\(try words.phrase(joke)) チャンチャン♪"
      }
    },
    film: FilmLabels(paused: "一時停止", keys: "スペース：一時停止 · ← →：速さ · q：終了"))
}
