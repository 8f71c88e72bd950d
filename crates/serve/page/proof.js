// A proof as a tree that opens by hand. A position that was met before is a link to where it stands.

import { call } from "./api.js";
import { word } from "./words.js";

/** Shows the top of a proof. @param {string} id @param {string[]} line @param {(line: string[]) => void} go */
export async function tree(id, section, line, go) {
  const body = document.getElementById("tree");
  const seen = new Map();
  body.replaceChildren();
  await below(null, line, 0);

  async function below(parent, line, level) {
    const nodes = await call(`/proofs/${id}/tree`, { section, line, depth: 1, most: 100 });
    let after = parent;
    for (const node of nodes.slice(1)) {
      const row = line1(node, [...line, node.move], level + 1);
      if (after) after.after(row);
      else body.append(row);
      after = row;
    }
  }

  function line1(node, line, level) {
    const row = document.createElement("tr");
    row.setAttribute("role", "row");
    row.setAttribute("aria-level", String(level));
    row.tabIndex = body.children.length === 0 && level === 1 ? 0 : -1;
    const cell = document.createElement("td");
    cell.setAttribute("role", "gridcell");
    cell.style.setProperty("--level", String(level));
    cell.textContent = `${node.answering ? "" : "★ "}${node.move}`;
    const rest = document.createElement("td");
    rest.setAttribute("role", "gridcell");
    const key = node.board;
    const met = seen.get(key);
    rest.textContent = node.over ? (node.winner ? `${word("over")}: ${word(node.winner)}` : word("over")) : node.rank === null ? "" : `≤ ${node.rank}`;
    row.append(cell, rest);
    row.addEventListener("dblclick", () => go(line));
    if (met && met.isConnected) {
      const link = document.createElement("button");
      link.textContent = "↗";
      link.setAttribute("aria-label", met.firstChild.textContent);
      link.addEventListener("click", () => met.focus());
      rest.append(" ", link);
    } else {
      seen.set(key, row);
      if (!node.over) row.setAttribute("aria-expanded", "false");
    }
    const toggle = async () => {
      const state = row.getAttribute("aria-expanded");
      if (state === "false") {
        row.setAttribute("aria-expanded", "true");
        await below(row, line, level);
      } else if (state === "true") {
        row.setAttribute("aria-expanded", "false");
        while (Number(row.nextElementSibling?.getAttribute("aria-level") ?? 0) > level) row.nextElementSibling.remove();
      }
    };
    cell.addEventListener("click", toggle);
    row.addEventListener("keydown", (event) => {
      const expanded = row.getAttribute("aria-expanded");
      const act = {
        ArrowDown: () => row.nextElementSibling?.focus(),
        ArrowUp: () => row.previousElementSibling?.focus(),
        ArrowRight: () => expanded === "false" && toggle(),
        ArrowLeft: () => expanded === "true" && toggle(),
        Enter: () => go(line),
      }[event.key];
      if (act && event.target === row) {
        event.preventDefault();
        act();
      }
    });
    return row;
  }
}
