import { Visitor } from 'oxc-parser';
import { parseFile, type Tree } from './import-graph.ts';

/** What stands in a text for what only the running app knows: a number, a name. */
export const gap = '…';

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
