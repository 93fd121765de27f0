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

  /* A run page: choose where solutions fail; groups without such a problem say so. */
  function filterable(place) {
    const groups = document.querySelectorAll(".fw-group");
    const protocols = document.querySelectorAll(".fw-group th .fw-proto");
    if (!protocols.length) return;
    const label = document.createElement("label");
    const choice = document.createElement("select");
    const count = document.createElement("output");
    for (const name of ["anywhere", "first", "middle", "last", "right"]) choice.add(new Option(name));
    label.append("Show problems that fail ", choice);
    place.append(label, " ", count);
    place.hidden = false;
    choice.addEventListener("change", () => {
      let shown = 0;
      for (const group of groups) {
        let here = 0;
        for (const row of group.querySelectorAll("tbody tr")) {
          const words = (row.dataset.f || "").split(" ");
          row.hidden = choice.value !== "anywhere" && !words.includes(choice.value);
          if (!row.hidden) here += 1;
        }
        group.hidden = here === 0;
        shown += here;
      }
      count.textContent = shown + " shown";
    });
  }

  document.querySelectorAll("table[data-sortable]").forEach(sortable);
  document.querySelectorAll("[data-filter]").forEach(filterable);
})();
