// The board: the picture that the server draws, made so that it can be clicked, dragged and walked with the keyboard.

import { current } from "./words.js";

/** @typedef {{name: string, footprint: {from: ?string, to: ?string, also: string[], promotes: boolean}}} Move */

const SVG = "http://www.w3.org/2000/svg";

/** Shows a position. @param {HTMLElement} box @param {any} seen @param {(move: Move) => void} play */
export function show(box, seen, play, hints) {
  const focused = document.activeElement?.closest?.("#board [data-cell]")?.getAttribute("data-cell");
  const picture = new DOMParser().parseFromString(seen.svg, "image/svg+xml").documentElement;
  box.replaceChildren(document.importNode(picture, true));
  const svg = box.firstElementChild;
  choose([], play);
  svg.setAttribute("role", "grid");
  svg.setAttribute("aria-label", seen.board.split("\n").at(-1));
  const cells = [...svg.querySelectorAll("[data-cell]")];
  rows(svg, cells);
  let chosen = null;
  const name = (cell) => cell.getAttribute("data-cell");
  const ends = (move, cell) => move.footprint.to === cell || move.footprint.also.includes(cell);
  const mark = () => {
    for (const cell of cells) {
      const here = name(cell);
      cell.classList.toggle("from", here === chosen);
      cell.classList.toggle("target", chosen !== null && seen.moves.some((m) => m.footprint.from === chosen && ends(m, here)));
    }
  };
  const act = (cell) => {
    const from = seen.moves.filter((m) => m.footprint.from === cell);
    const to = seen.moves.filter((m) => ends(m, cell) && (m.footprint.from === null || m.footprint.from === chosen));
    if (to.length === 1) return play(to[0]);
    if (to.length > 1) {
      return choose(to, play);
    }
    chosen = from.length > 0 && chosen !== cell ? cell : null;
    mark();
  };
  cells.forEach((cell, place) => {
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("tabindex", name(cell) === focused || (!focused && place === 0) ? "0" : "-1");
    const here = name(cell);
    if (seen.moves.some((m) => m.footprint.from === here || ends(m, here))) cell.classList.add("can");
    cell.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      act(here);
      const up = (event) => {
        const below = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
        if (below && name(below) !== here && chosen === here) act(name(below));
      };
      document.addEventListener("pointerup", up, { once: true });
    });
    cell.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        return act(here);
      }
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      const next = step && nearest(cells, cell, step);
      if (next) {
        event.preventDefault();
        cell.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    });
  });
  for (const [cell, sign, spoken] of hints) {
    const at = cells.find((other) => name(other) === cell);
    if (!at) continue;
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("class", "hint");
    text.setAttribute("aria-hidden", "true");
    at.setAttribute("aria-label", `${at.getAttribute("aria-label")}, ${spoken}`);
    text.setAttribute("x", at.getAttribute("data-x"));
    text.setAttribute("y", at.getAttribute("data-y"));
    text.textContent = sign;
    at.append(text);
  }
  cells.find((cell) => name(cell) === focused)?.focus();
}

/** Several moves touch the same cells, such as promotions: they are told apart by their names. */
function choose(moves, play) {
  const buttons = moves.map((move) => {
    const button = document.createElement("button");
    button.textContent = (current() === "ja" && move.japanese) || move.name;
    button.addEventListener("click", () => play(move));
    return button;
  });
  document.getElementById("choice").replaceChildren(...buttons);
  buttons[0]?.focus();
}

/** A grid has rows: cells of one height are one. */
function rows(svg, cells) {
  let row = null;
  let height = null;
  for (const cell of cells) {
    if (cell.getAttribute("data-y") !== height) {
      height = cell.getAttribute("data-y");
      row = document.createElementNS(SVG, "g");
      row.setAttribute("role", "row");
      cell.before(row);
    }
    row.append(cell);
  }
}

function nearest(cells, from, [dx, dy]) {
  const place = (cell) => [+cell.getAttribute("data-x"), +cell.getAttribute("data-y")];
  const [x, y] = place(from);
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const [a, b] = place(cell);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 0 && along + 3 * aside < least) [best, least] = [cell, along + 3 * aside];
  }
  return best;
}
