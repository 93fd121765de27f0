/* Sorting of tables marked data-sortable and filtering of the lists on run pages.
   Pages are complete without it. */
"use strict";

(function () {
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v ?? cell.textContent.trim();
  };

  const compare = (kind, column) => (a, b) => {
    const [x, y] = [value(a, column), value(b, column)];
    return kind === "number" ? parseFloat(x) - parseFloat(y) : x.localeCompare(y, "en");
  };

  function sort(table, head, kind) {
    const up = head.getAttribute("aria-sort") !== "ascending";
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).sort(compare(kind, head.cellIndex));
    body.append(...(up ? rows : rows.reverse()));
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
  }

  function sortable(table) {
    for (const head of table.tHead.rows[0].cells) {
      const kind = head.dataset.sort;
      if (!kind) continue;
      const button = document.createElement("button");
      const link = head.querySelector("a");
      const name = head.textContent.trim().replace(/\s+/g, " ");
      button.type = "button";
      button.className = "fw-sort";
      button.addEventListener("click", () => sort(table, head, kind));
      if (link) {
        button.setAttribute("aria-label", "Sort by " + name);
        head.append(" ", button);
      } else {
        button.append(...head.childNodes);
        head.append(button);
      }
    }
  }

  const select = (words) => {
    const choice = document.createElement("select");
    for (const [text, value] of words) choice.add(new Option(text, value));
    return choice;
  };

  /* A run page: show the problems that fail at one place under one protocol. The cells after the
     problem's name are the labels under the protocols of data-filter, in its order. */
  function filterable(place) {
    const protocols = place.dataset.filter.split(" ").filter(Boolean);
    if (!protocols.length) return;
    const where = select([["anywhere or not", ""], ["first", "first"], ["middle", "middle"],
      ["last", "last"], ["nowhere", "–"]]);
    const under = select(protocols.map((name, index) => [name, index]));
    const count = document.createElement("output");
    const labelled = (text, choice) => {
      const label = document.createElement("label");
      label.append(text, choice);
      return label;
    };
    const show = () => {
      let all = 0;
      for (const group of document.querySelectorAll(".fw-group")) {
        let here = 0;
        for (const row of group.querySelectorAll("tbody tr")) {
          const label = row.cells[1 + Number(under.value)].textContent.trim();
          row.hidden = where.value !== "" && label !== where.value;
          here += row.hidden ? 0 : 1;
        }
        group.hidden = here === 0;
        all += here;
      }
      count.textContent = all + " shown";
    };
    place.append(labelled("Problems that fail ", where), labelled(" under ", under), " ", count);
    place.hidden = false;
    place.addEventListener("change", show);
  }

  document.querySelectorAll("table[data-sortable]").forEach(sortable);
  document.querySelectorAll("[data-filter]").forEach(filterable);
})();
