// All words of the page, in English and in Japanese.

const WORDS = {
  en: {
    game: "Game", language: "Language", board: "Board", back: "Back", start: "Start", flip: "Flip", play: "Play",
    against: "Play against the proof", type: "Move", moves: "Moves", move: "Move", value: "Value for the mover",
    within: "Moves to the end", solve: "Solve", solveThis: "Solve this position", stop: "Stop", resume: "Go on",
    seconds: "Seconds", algorithm: "Algorithm", lengths: "Length", any: "any", shortest: "the shortest",
    allFirst: "all first moves", proof: "Proof", drop: "Open a proof (.pvn), or drop it here:", share: "Share",
    copyLink: "Copy link", copyCommand: "Copy command", download: "Download proof", svg: "Picture (SVG)",
    png: "Picture (PNG)", setUp: "Set up a position", position: "Position", setUpThis: "Set up",
    win: "win", draw: "draw", loss: "loss", unknown: "not in this proof", noProof: "no proof is open",
    toMove: "to move", first: "first player", second: "second player", copied: "copied", running: "searching",
    queued: "waiting for its turn", checked: "checked by the rules", unchecked: "not checked yet",
    invalid: "INVALID", checking: "checking…", claims: "claims", positions: "positions", nodes: "nodes",
    perSecond: "a second", memory: "memory", proofNumber: "proof number", disproofNumber: "disproof number",
    elsewhere: "the proof is about another position", holds: "holds", fails: "does not hold", chosen: "the proof's move",
    atLeast: "at least", atMost: "at most", open: "open", forEver: "no limit", loading: "…", over: "the game is over",
  },
  ja: {
    game: "ゲーム", language: "言語", board: "盤面", back: "一手戻る", start: "最初へ", flip: "盤を反転", play: "指す",
    against: "証明と対戦", type: "指し手", moves: "指し手一覧", move: "指し手", value: "手番側の結果",
    within: "終局まで", solve: "解く", solveThis: "この局面を解く", stop: "停止", resume: "続ける",
    seconds: "秒数", algorithm: "アルゴリズム", lengths: "手数", any: "問わない", shortest: "最短",
    allFirst: "初手すべて", proof: "証明", drop: "証明ファイル (.pvn) を開く、またはここにドロップ:", share: "共有",
    copyLink: "リンクをコピー", copyCommand: "コマンドをコピー", download: "証明をダウンロード", svg: "画像 (SVG)",
    png: "画像 (PNG)", setUp: "局面を設定", position: "局面", setUpThis: "設定",
    win: "勝ち", draw: "引き分け", loss: "負け", unknown: "この証明にはない", noProof: "証明は開かれていません",
    toMove: "の手番", first: "先手", second: "後手", copied: "コピーしました", running: "探索中",
    queued: "順番待ち", checked: "規則により検証済み", unchecked: "未検証",
    invalid: "無効", checking: "検証中…", claims: "主張", positions: "局面", nodes: "ノード",
    perSecond: "毎秒", memory: "メモリ", proofNumber: "証明数", disproofNumber: "反証数",
    elsewhere: "この証明は別の局面のものです", holds: "成立", fails: "不成立", chosen: "証明の手",
    atLeast: "以上", atMost: "以下", open: "開く", forEver: "制限なし", loading: "…", over: "終局",
  },
};

let language = "en";

/** @param {string} name @returns {string} */
export const word = (name) => WORDS[language][name] ?? WORDS.en[name] ?? name;

export const current = () => language;

/** Puts the words of a language everywhere. @param {string} wanted */
export function speak(wanted) {
  language = wanted in WORDS ? wanted : "en";
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
}
