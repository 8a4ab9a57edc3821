// Returns what a page gets wrong for those who look at it: a list of sentences.
(() => {
  const found = [];
  const about = (element) => `<${element.tagName.toLowerCase()}> "${element.textContent.trim().slice(0, 40)}"`;
  const seen = (element) => element.getClientRects().length > 0 && !element.closest("title, desc, .quiet, .foreign");
  for (const box of document.querySelectorAll("main *")) {
    if (!seen(box) || box.closest("svg")) continue;
    const wider = box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== "inline";
    const scrolls = ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
    if (wider && !scrolls && box.clientWidth > 0 && !box.closest(".scroll")) found.push(`${about(box)} is wider than its box`);
    if (wider && scrolls && box.matches(".scroll") && getComputedStyle(box, "::after").content === "none") found.push(`${about(box)} scrolls without a sign`);
  }
  const names = (figure) => Array.from(figure.querySelectorAll("text"), (text) => [text, text.getBoundingClientRect()]).filter(([text]) => seen(text) && text.textContent.trim());
  for (const figure of document.querySelectorAll("svg:not(.foreign)")) {
    const texts = names(figure);
    for (const [text] of texts) {
      const scale = text.getCTM() ? Math.hypot(text.getCTM().a, text.getCTM().b) : 1;
      const size = parseFloat(getComputedStyle(text).fontSize) * scale;
      if (size < 9) found.push(`${about(text)} has ${size.toFixed(1)} px`);
    }
    texts.forEach(([one, first], place) => {
      for (const [other, second] of texts.slice(place + 1)) {
        const across = Math.min(first.right, second.right) - Math.max(first.left, second.left);
        const down = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
        if (across > 2 && down > 0.35 * Math.min(first.height, second.height)) found.push(`${about(one)} lies on ${about(other)}`);
      }
    });
  }
  return found.slice(0, 12);
})()
