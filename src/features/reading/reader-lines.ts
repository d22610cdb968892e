/** From the top of the words, in CSS pixels. */
export interface Line {
  top: number;
  bottom: number;
}

/** Lines of boxes that stand beside each other: those of bold words, of a footnote, of another script. */
export function linesFrom(boxes: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const { top, bottom } of [...boxes].sort((one, other) => one.top - other.top)) {
    if (bottom - top < 1) continue;
    const last = lines.at(-1);
    // More than half of it beside the line before belongs to it.
    if (last && (top + bottom) / 2 < last.bottom) last.bottom = Math.max(last.bottom, bottom);
    else lines.push({ top, bottom });
  }
  return lines;
}

/** The lines of text as they stand on the screen now. */
export function linesIn(element: Element): Line[] {
  const from = element.getBoundingClientRect().top;
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes: Line[] = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    range.selectNodeContents(node);
    for (const { top, bottom } of range.getClientRects())
      boxes.push({ top: top - from, bottom: bottom - from });
  }
  return linesFrom(boxes);
}

/** The place of the line at a height, or of the nearest; -1 where there is none. */
export function lineAt(lines: readonly Line[], height: number): number {
  const distance = ({ top, bottom }: Line) => Math.max(top - height, height - bottom, 0);
  let nearest = -1;
  for (const [place, line] of lines.entries()) {
    const best = lines[nearest];
    if (!best || distance(line) < distance(best)) nearest = place;
  }
  return nearest;
}
