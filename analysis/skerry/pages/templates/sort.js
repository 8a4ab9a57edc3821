"use strict";
// Headers of sortable tables become buttons, which work by mouse, touch and keyboard. Without this script all rows are there, in the order of the file.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headers = Array.from(table.tHead.rows[0].cells);
  const order = (row, column) => row.cells[column].dataset.order ?? row.cells[column].textContent.trim();
  headers.forEach((header, column) => {
    if (header.tagName !== "TH") return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    header.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const sign = header.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      for (const each of headers) if (each.tagName === "TH") each.setAttribute("aria-sort", "none");
      header.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      const rows = Array.from(body.rows);
      const known = rows.filter((row) => order(row, column) !== "");
      const numeric = known.every((row) => Number.isFinite(Number(order(row, column))));
      known.sort((one, other) => {
        const first = order(one, column);
        const second = order(other, column);
        return sign * (numeric ? Number(first) - Number(second) : first.localeCompare(second, "en", { numeric: true }));
      });
      body.append(...known, ...rows.filter((row) => order(row, column) === ""));
    });
  });
}
// A box that scrolls says so, besides the shadow on its edge.
const tell = () => {
  for (const box of document.querySelectorAll(".scroll")) box.classList.toggle("more", box.scrollWidth > box.clientWidth + 1);
};
tell();
addEventListener("resize", tell);
