// SPDX-License-Identifier: MIT

extension Language {
  static let japanese = Language(
    code: "ja",
    phrase: { phrase in
      switch phrase {
      case .coffee(.caffeinated): "コーヒー"
      case .coffee(.decaf): "デカフェ"
      case .impression(.chimesAndWorks): "ジャーンと鳴り、すんなり動いた"
      case .impression(.grindsAndAsks): "ガリガリうなり、「今日はどこへ行きたい？」と聞いてきた"
      case .chore(.smallFix): "ちょっとした修正"
      case .chore(.rewrite): "全面書き直し"
      case .chore(.twoTests): "テストふたつ"
      case .chore(.dateBug): "日付のバグ"
      case .chore(.docs): "ドキュメント"
      case .chore(.naming): "名前付け"
      case .chore(.mergeConflict): "マージのコンフリクト"
      case .tool(.compiler): "コンパイラ"
      case .tool(.linker): "リンカ"
      case .tool(.keyboard): "キーボード"
      case .tool(.network): "ネットワーク"
      case .tool(.moon): "お月さま"
      case .tool(.coffee): "コーヒー"
      case .tool(.lastProgrammer): "前任者"
      case .answer(.couldItBeBlue): "すばらしい。青にできる？"
      case .answer(.earlierDeadline): "もう？　では締め切りを早めよう。"
      case .answer(.planWorked): "私の計画どおりだ。"
      case .answer(.lastWeekTheChair): "先週は椅子のせいだったね。"
      case .answer(.meetingAboutTools): "では道具について会議をしよう。"
      case .answer(.internHasTheSame): "インターンも同じ道具だよ。"
      case .joke(.shipsOnTime): "期日どおりに完成。どのタイムゾーンかは誰も決めていない。"
      case .joke(.noBugsFound): "バグは見つからなかった。誰も探さなかった。"
      case .joke(.twoActors): "ふたつのアクターがドアで出会った。今もふたつとも待っている。"
      case .joke(.optionalPresent): "プレゼントはオプショナル。強制的にアンラップされた。"
      case .joke(.goodOnesWroteThem): "下手なプログラマーは道具のせいにする。上手なプログラマーはその道具の作者だ。"
      case .joke(.worksOnOneMachine): "動くのは一台のマシンだけ。その電源は切れている。"
      case .joke(.twoHardestThings): "難しいことは二つ。名前付けとキャッシュと、一つずれること。"
      case .joke(.sleep): "デカフェならよく眠れる。とくに仕事中に。"
      }
    },
    scene: { scene, format in
      switch scene {
      case .wakingUp(let age): ("起きる", "今日が始まってまだ\(format.duration(age))。")
      case .coffee(let cups, let coffee, let level, let needed):
        (
          "コーヒーを飲む",
          "\(format.phrase(coffee))\(format.number(cups))杯でカフェイン\(format.number(level))。"
            + "\(format.number(needed))を超えないと始まらない。"
        )
      case .startup(let computer, let impression, let wait):
        ("\(computer)の電源を入れる", "\(format.duration(wait))後、\(format.phrase(impression))。")
      case .plan(let chores): ("計画を立てる", "やること：\(format.list(chores))。")
      case .coding(let lines, let time): ("猛烈にコードを書く", "\(format.duration(time))で\(format.number(lines))行。")
      case .blaming(let tools): ("道具のせいにする", "犯人はきっと\(format.list(tools))。")
      case .lunch(let time): ("昼食をとる", "\(format.duration(time))のあいだ、何も壊れない。")
      case .moreCoffee(let cups): ("またコーヒーを飲む", "今日これで\(format.number(cups))杯目。")
      case .cake(let first, let last):
        ("ケーキを食べる", "一切れずつ\(format.number(first))から\(format.number(last))まで番号つき。")
      case .report(let answer): ("上司に報告する", "「\(format.phrase(answer).trimmingSuffix("。"))」")
      case .goingHome(let computer, let time): ("帰宅する", "\(computer)の電源を入れてから\(format.duration(time))。")
      }
    },
    title: { "\($0)プログラマーの一日" },
    unusualLength: { "今日は\($0)\($1 ? "しかない。時計が進む日だ。" : "もある。時計が戻る日だ。")" },
    programmersDay: { "プログラマーの日おめでとう！　今日は今年の\($0)日目。" },
    punchline: { "\($0)チャンチャン♪" },
    paused: "一時停止", keys: "スペース：一時停止 · ← →：速さ · q：終了")
}
