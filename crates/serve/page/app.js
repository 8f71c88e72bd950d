// The page: what is shown follows from its address, and every act changes the address.

import { call } from "./api.js";
import { show } from "./board.js";
import { tree } from "./proof.js";
import { leave, watch } from "./search.js";
import { current, speak, word } from "./words.js";

const element = (id) => document.getElementById(id);
const state = { game: "connect4", parameters: {}, position: "", line: [], proof: null, language: "en", turned: false };
let games = [];
let seen = null;
let known = null;
let proof = null;
let search = null;
let against = false;

function fromAddress() {
  const query = new URLSearchParams(location.hash.slice(1));
  state.game = query.get("game") ?? "connect4";
  state.position = query.get("position") ?? "";
  state.line = query.get("line")?.split(" ").filter(Boolean) ?? [];
  state.proof = query.get("proof");
  state.turned = query.get("turned") === "1";
  state.language = query.get("language") ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  state.parameters = {};
  for (const [name, value] of query) if (name.startsWith("p.")) state.parameters[name.slice(2)] = value;
}

function toAddress() {
  const query = new URLSearchParams({ game: state.game });
  for (const [name, value] of Object.entries(state.parameters)) query.set("p." + name, value);
  if (state.position) query.set("position", state.position);
  if (state.line.length) query.set("line", state.line.join(" "));
  if (state.proof) query.set("proof", state.proof);
  if (state.turned) query.set("turned", "1");
  query.set("language", state.language);
  history.pushState(null, "", "#" + query);
}

function complain(error) {
  element("message").textContent = error?.message ?? "";
}

/** Changes what is shown, and the address with it. */
async function change(parts) {
  const before = { ...state };
  Object.assign(state, parts);
  try {
    await refresh();
    toAddress();
    complain(null);
  } catch (error) {
    Object.assign(state, before);
    complain(error);
  }
}

/** Whether the proof that is open is about this game and this position at its root. */
const fits = () => proof && proof.game === state.game && state.position === proof.position;

async function refresh() {
  const { game, parameters, position, line, turned } = state;
  const next = await call("/positions", { game, parameters, position, line, turned });
  if (state.proof && proof?.id !== state.proof) {
    proof = await call(`/proofs/${state.proof}`).catch(() => null);
  }
  if (!state.proof) proof = null;
  known = fits() ? await call(`/proofs/${proof.id}/at`, { line }).catch(() => null) : null;
  seen = next;
  draw();
}

const valued = (v) => {
  if (v.value !== null && v.value !== undefined) return typeof v.value === "string" ? word(v.value) : String(v.value);
  if (v.at_least === null || v.at_least === undefined) return word("unknown");
  return `${v.at_least} … ${v.at_most}`;
};
const SIGNS = { win: "W", draw: "D", loss: "L" };
const named = (move) => (current() === "ja" && move.japanese) || move.name;

function draw() {
  element("game").value = state.game;
  element("language").value = state.language;
  const hints = [];
  const rows = seen.moves.map((move) => {
    const said = known?.moves.find((other) => other.name === move.name);
    const row = document.createElement("tr");
    const cells = [document.createElement("th"), document.createElement("td"), document.createElement("td")];
    cells[0].scope = "row";
    const button = document.createElement("button");
    button.textContent = (said?.chosen ? "★ " : "") + named(move);
    button.addEventListener("click", () => play(move));
    cells[0].append(button);
    cells[1].textContent = said ? valued(said) : "–";
    if (said && typeof said.value === "string") {
      cells[1].className = said.value;
      if (move.footprint.to) hints.push([move.footprint.to, (said.chosen ? "★" : "") + SIGNS[said.value], word(said.value) + (said.chosen ? `, ${word("chosen")}` : "")]);
    }
    cells[2].textContent = said?.within ? `≤ ${said.within}` : "";
    row.append(...cells);
    return row;
  });
  element("moves").replaceChildren(...rows);
  show(element("board"), seen, play, hints);
  const side = seen.sides[seen.to_move === "first" ? 0 : 1];
  const player = word(seen.to_move) + (side ? ` (${side})` : "");
  element("turn").textContent = seen.over ? (seen.ending ?? word("over")) : current() === "ja" ? player + word("toMove") : `${player} ${word("toMove")}`;
  element("verdict").textContent = known ? `${player}: ${valued(known)}${known.within ? ` (≤ ${known.within})` : ""}` : word(proof ? "elsewhere" : "noProof");
  element("line").textContent = state.line.join(" ");
  element("flip").hidden = !seen.turns;
  element("solve").disabled = seen.over;
  element("against").disabled = !known;
  element("lengths-label").hidden = !games.find((game) => game.name === state.game)?.lengths;
  about();
}

function about() {
  const text = element("about-proof");
  const download = element("download");
  download.hidden = !proof;
  element("tree-box").hidden = !proof || !fits();
  if (!proof) return void (text.textContent = word("noProof"));
  const checked = proof.checked === true ? `✓ ${word("checked")}` : proof.checked === false ? `✗ ${word("invalid")}: ${proof.flaw?.problem ?? ""}` : word("unchecked");
  const claims = proof.claims.map((claim) => `${claim.words}: ${word(claim.holds ? "holds" : "fails")} (${claim.kind}, ${claim.positions.toLocaleString()} ${word("positions")})`);
  text.textContent = `${proof.title} — ${claims.join("; ")} — ${checked}`;
  download.href = `/api/v1/proofs/${proof.id}/file`;
  if (fits()) tree(proof.id, 1, state.line, (line) => change({ line })).catch(complain);
}

async function play(move) {
  await change({ line: [...state.line, move.name] });
  if (!against || seen.over || !known) return;
  // The page answers: with the proof's move, or with the defence that holds out longest.
  const best = known.moves.find((m) => m.chosen) ?? known.moves.reduce((a, b) => ((b.within ?? 0) > (a.within ?? 0) ? b : a), known.moves[0]);
  if (best) await change({ line: [...state.line, best.name] });
}

async function solve() {
  const { game, parameters, position, line } = state;
  const limits = { time: Number(element("seconds").value) || 60 };
  const lengths = element("lengths-label").hidden ? null : element("lengths").value || null;
  const algorithm = element("algorithm").value || null;
  try {
    complain(null);
    element("answer").textContent = word("queued");
    search = await call("/searches", { game, parameters, position, line, limits, lengths, algorithm });
    look();
  } catch (error) {
    element("answer").textContent = "";
    complain(error);
  }
}

function look() {
  const at = seen.position;
  element("answer").textContent = word("running");
  element("stop").hidden = false;
  element("resume").hidden = true;
  watch(search.id, async (told) => {
    element("stop").hidden = true;
    search = await call(`/searches/${search.id}`);
    element("resume").hidden = !search.resumable;
    element("answer").textContent = told.error ?? told.answer;
    element("spoken").textContent = told.error ?? told.answer;
    if (told.proof) await change({ proof: told.proof, position: at, line: [] });
  });
}

async function open(file) {
  try {
    complain(null);
    element("about-proof").textContent = word("loading");
    proof = await call("/proofs", await file.arrayBuffer());
    await change({ game: proof.game, parameters: proof.parameters, position: proof.position, line: [], proof: proof.id });
    element("about-proof").textContent += ` — ${word("checking")}`;
    await call(`/proofs/${proof.id}/check`, {});
    proof = await call(`/proofs/${proof.id}`);
    about();
  } catch (error) {
    about();
    complain(error);
  }
}

function fields() {
  const game = games.find((game) => game.name === state.game);
  const inputs = (game?.parameters ?? []).map((parameter) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.name = parameter.name;
    input.value = state.parameters[parameter.name] ?? parameter.default;
    input.title = parameter.accepts;
    label.append(`${parameter.name} `, input);
    return label;
  });
  element("parameters").replaceChildren(...inputs);
  element("position").value = state.position;
  element("how").textContent = game?.position ?? "";
}

function picture() {
  const copy = element("board").firstElementChild.cloneNode(true);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((rule) => rule.includes(".pv") || rule.includes(".hint")).join("");
  copy.prepend(style);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function png() {
  const image = new Image();
  image.src = URL.createObjectURL(picture());
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, `${state.game}.png`));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    element("message").textContent = word("copied");
  } catch {
    // Where the browser does not allow it, the text is there to be copied by hand.
    element("message").textContent = text;
  }
}

const quoted = (text) => (/^[\w./+,=:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function command() {
  const set = Object.entries(state.parameters).map(([name, value]) => `--${name} ${quoted(value)}`);
  return ["provenum solve", state.game, quoted(seen.position), ...set].join(" ");
}

function listen() {
  const click = (id, act) => element(id).addEventListener("click", act);
  click("back", () => change({ line: state.line.slice(0, -1) }));
  click("start", () => change({ line: [] }));
  click("flip", () => change({ turned: !state.turned }));
  click("against", () => {
    against = !against;
    element("against").setAttribute("aria-pressed", String(against));
  });
  click("solve", solve);
  click("stop", () => call(`/searches/${search.id}/stop`, {}).catch(complain));
  click("resume", async () => {
    try {
      await call(`/searches/${search.id}/resume`, { limits: { time: Number(element("seconds").value) || 60 } });
      look();
    } catch (error) {
      complain(error);
    }
  });
  click("copy-link", () => copy(location.href));
  click("copy-command", () => copy(command()));
  click("svg", () => save(picture(), `${state.game}.svg`));
  click("png", () => png().catch(complain));
  element("type").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = element("move").value.trim();
    if (name) play({ name }).then(() => (element("move").value = ""));
  });
  element("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    const parameters = {};
    for (const input of element("parameters").querySelectorAll("input")) parameters[input.name] = input.value;
    change({ parameters, position: element("position").value, line: [], proof: null });
  });
  element("game").addEventListener("change", async () => {
    const game = games.find((game) => game.name === element("game").value);
    const start = ["tsume-shogi", "graph"].includes(game.name) ? game.example : "";
    leave();
    await change({ game: game.name, parameters: {}, position: start, line: [], proof: null });
    fields();
  });
  element("language").addEventListener("change", () => {
    speak(element("language").value);
    change({ language: element("language").value });
  });
  element("file").addEventListener("change", () => element("file").files[0] && open(element("file").files[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });
  addEventListener("popstate", async () => {
    fromAddress();
    speak(state.language);
    await refresh().catch(complain);
    fields();
  });
}

async function begin() {
  fromAddress();
  speak(state.language);
  listen();
  const [list, algorithms, server] = await Promise.all([call("/games"), call("/algorithms"), call("/server")]);
  games = list;
  element("game").replaceChildren(...games.map((game) => new Option(game.name, game.name)));
  element("algorithm").replaceChildren(...algorithms.map((one) => new Option(one.name, one.name)));
  if (!location.hash && server.proof) {
    const first = await call(`/proofs/${server.proof}`);
    Object.assign(state, { game: first.game, parameters: first.parameters, position: first.position, proof: first.id });
  }
  await refresh();
  fields();
}

begin().catch(complain);
