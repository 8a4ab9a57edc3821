// Returns what a page gets wrong for those who see little, or use the keyboard: a list of sentences.
(() => {
  const found = [];
  const about = (element) => `<${element.tagName.toLowerCase()}> "${element.textContent.trim().slice(0, 40)}"`;
  const parsed = (colour) => (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const luminance = (colour) => {
    const linear = parsed(colour).slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const solid = (colour) => colour.startsWith("rgb") && (parsed(colour)[3] ?? 1) > 0.99;
  const ground = (element) => {
    const circle = element.matches?.("text.label") ? element.parentElement.querySelector("circle") : null;
    if (circle) return getComputedStyle(circle).fill;
    for (let at = element; at; at = at.parentElement) {
      if (solid(getComputedStyle(at).backgroundColor)) return getComputedStyle(at).backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("script, style, title, desc, .quiet, .foreign") || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const [one, other] = [luminance(element.closest("svg") ? style.fill : style.color), luminance(ground(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) found.push(`${about(element)} has a contrast of ${contrast.toFixed(2)}`);
    texts += 1;
  }
  if (texts < 20) found.push(`only ${texts} texts are shown`);
  for (const element of document.querySelectorAll("a, button, summary, [tabindex='0']")) {
    if (!element.checkVisibility()) continue;
    element.focus();
    if (document.activeElement !== element) found.push(`${about(element)} takes no focus`);
  }
  for (const box of document.querySelectorAll("*")) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
    if (scrolls && box.tabIndex < 0) found.push(`${about(box)} scrolls, but not by keyboard`);
  }
  document.activeElement.blur();
  return found;
})()
