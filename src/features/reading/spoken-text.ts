/** Elements between which somebody who reads aloud pauses. */
const blocks = 'p, li, h1, h2, h3, blockquote';
/** What stands on a page and is no part of its words, such as the buttons of a player. */
const unspoken = '[role=group]';

/** What is read aloud of a page, and where each letter of it stands on the page. */
export interface SpokenText {
  text: string;
  rangeOf(start: number, end: number): Range;
}

export function spokenTextOf(element: Element): SpokenText {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(unspoken) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blocks) ?? null;
    const follows = node.previousSibling?.nodeName === 'BR';
    if (text !== '' && (own !== block || follows)) text += '\n';
    block = own;
    nodes.push({ node: node as Text, start: text.length });
    text += node.nodeValue ?? '';
  }
  const placeOf = (index: number) => {
    const found = nodes.findLast(({ start }) => start <= index) ?? nodes[0];
    return found && { node: found.node, offset: Math.min(index - found.start, found.node.length) };
  };
  return {
    text,
    rangeOf(start, end) {
      const range = document.createRange();
      const [from, to] = [placeOf(start), placeOf(Math.max(start, end - 1))];
      if (from) range.setStart(from.node, from.offset);
      if (to) range.setEnd(to.node, Math.min(to.offset + 1, to.node.length));
      return range;
    },
  };
}

/** A part of a text, from the first letter to behind the last. */
export interface Span {
  start: number;
  end: number;
}

/** The sentences of a text, without what stands around them. A voice takes one at a time: of long texts some lose their place. */
export function sentencesOf(text: string, language: string): Span[] {
  const spans: Span[] = [];
  // A line ends what is said together, also where no full stop stands: a title, a line of a poem.
  for (const line of text.matchAll(/[^\n]+/gu)) {
    for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(
      line[0],
    )) {
      const start = line.index + index + (segment.length - segment.trimStart().length);
      const end = start + segment.trim().length;
      if (end > start) spans.push({ start, end });
    }
  }
  return spans;
}

/** The word at a place of a text; null where none is. */
export function wordAt(text: string, index: number, language: string): Span | null {
  const found = new Intl.Segmenter(language, { granularity: 'word' }).segment(text).containing(index);
  return found?.isWordLike === true ? { start: found.index, end: found.index + found.segment.length } : null;
}
