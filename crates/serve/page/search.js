// A search that is looked on: its curve, its claims, its answer.

import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const element = (id) => document.getElementById(id);
let source = null;
let points = [];
let spokenAt = 0;

/** Looks on. @param {string} id @param {(done: any) => void} done */
export function watch(id, done) {
  source?.close();
  points = [];
  element("claims").replaceChildren();
  element("curve").hidden = false;
  source = new EventSource(`/api/v1/searches/${id}/events`);
  const on = (kind, act) => source.addEventListener(kind, (event) => act(JSON.parse(event.data)));
  on("progress", progress);
  on("claim", ({ claim }) => row(claim, "…"));
  on("settled", ({ claim, holds }) => row(claim, holds === null ? "?" : word(holds ? "holds" : "fails")));
  on("phase", ({ phase }) => (element("progress").dataset.phase = phase));
  for (const kind of ["done", "failed"]) {
    on(kind, (told) => {
      source.close();
      done(told);
    });
  }
}

/** Looks away; the search goes on. */
export const leave = () => source?.close();

function row(claim, state) {
  const list = element("claims");
  let line = [...list.children].find((line) => line.dataset.claim === claim);
  if (!line) {
    line = document.createElement("li");
    line.dataset.claim = claim;
    list.append(line);
  }
  line.textContent = `${claim}: ${state}`;
}

function progress(point) {
  points.push(point);
  if (points.length > 800) points = points.filter((_, place) => place % 2 === 0);
  const number = (n) => (n === null ? "∞" : n.toLocaleString());
  const text = `${point.seconds.toFixed(1)} s · ${point.expanded.toLocaleString()} ${word("nodes")} · ${Math.round(point.per_second).toLocaleString()} ${word("perSecond")} · ${(point.memory / 2 ** 20).toFixed(0)} MiB · ${word("proofNumber")} ${number(point.proof)} · ${word("disproofNumber")} ${number(point.disproof)}`;
  element("progress").textContent = text;
  if (Date.now() - spokenAt > 5000) {
    spokenAt = Date.now();
    element("spoken").textContent = text;
  }
  draw();
}

/** The curve of both numbers over time, on a scale of powers of ten. */
function draw() {
  const curve = element("curve");
  const last = Math.max(points.at(-1)?.seconds ?? 1, 0.001);
  const height = (n) => 112 - Math.min(Math.log10(Math.max(n ?? 1e9, 1)), 9) * 11.5;
  curve.setAttribute("aria-label", element("progress").textContent);
  curve.replaceChildren();
  for (const [name, sign] of [["proof", "●"], ["disproof", "▲"]]) {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("class", name);
    line.setAttribute("points", points.map((p) => `${((p.seconds / last) * 370).toFixed(1)},${height(p[name]).toFixed(1)}`).join(" "));
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", name);
    text.setAttribute("x", "376");
    text.setAttribute("y", String(height(points.at(-1)?.[name]) + 4));
    text.textContent = sign;
    curve.append(line, text);
  }
}
