import { Visitor } from 'oxc-parser';
import { parseFile, type Tree } from './import-graph.ts';

/** What stands in a text for what only the running app knows: a number, a name. */
const gap = '…';

const tidy = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

/** Texts of one file that may be shown: literals, templates, and what stands between tags. */
function textsIn(file: string, source: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateLiteral: ({ quasis }) => {
      texts.push(quasis.map(({ value }) => value.cooked ?? '').join(gap));
    },
    JSXElement: ({ children }) => {
      const pieces = children.map((child) => (child.type === 'JSXText' ? child.value : gap));
      texts.push(pieces.join(''), ...pieces);
    },
  }).visit(parseFile(file, source).program);
  return texts.map(tidy).filter((text) => text !== '' && text !== gap);
}

/** Every text that the app may show, each once; `gap` stands for what differs. */
export function shownTexts(tree: Tree): ReadonlySet<string> {
  const texts = [...tree]
    .filter(
      ([file]) => /^(?:src|contract|server\/seeds)\/.*\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file),
    )
    .flatMap(([file, source]) => textsIn(file, source));
  return new Set(texts);
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const wordsOf = (text: string) => text.split(/[^\p{L}]+/u).filter(Boolean).length;

/** What browsers call their own buttons, of which the app itself does not speak. */
const wordsOfBrowsers = ['Allow', 'File'];

/** Says of a name, with straight apostrophes, whether it may stand on the screen. */
export function labelsOf(tree: Tree): (label: string) => boolean {
  const texts = [...shownTexts(tree)].map((text) => text.replaceAll('’', "'"));
  /** What is said about browsers names their own words in such marks. */
  const quoted = texts.flatMap((text) => [...text.matchAll(/“([^”]+)”/gu)].map(([, word = '']) => word));
  const whole = new Set([...texts, ...quoted]);
  /** Texts with a number in them; a word of their own keeps them from meaning everything. */
  const counted = texts.filter((text) => text.includes(gap) && wordsOf(text) > 0);
  /** With a name in them, which may be any word: these need two. */
  const named = counted.filter((text) => wordsOf(text) > 1);
  return (label) => {
    if (whole.has(label) || wordsOfBrowsers.includes(label)) return true;
    const fitting = /\d/u.test(label) ? counted : named;
    return fitting.some((text) =>
      new RegExp(`^${text.split(gap).map(escaped).join('.+')}$`, 'u').test(label),
    );
  };
}
