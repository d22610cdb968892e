import MarkdownIt, { type Token } from 'markdown-it';
import { isLinkTarget } from '#contract/content/content.rules.ts';
import type { TextRun, WordsDocument } from '#contract/content/words.schema.ts';

type Node = WordsDocument['content'][number];
type Mark = NonNullable<TextRun['marks']>[number];

// Nothing is on but what a page may have, so HTML in a text is text.
const markdown = new MarkdownIt('zero').enable(['heading', 'list', 'emphasis', 'link', 'escape', 'newline']);
markdown.validateLink = isLinkTarget;

/**
 * Markdown as a document of the editor.
 * @throws Error for what has no place in one, such as a heading of the first level or a list in a list
 */
export function documentOfMarkdown(text: string): WordsDocument {
  const tokens = markdown.parse(text, {});
  const content: Node[] = [];
  for (let place = 0; place < tokens.length; place += 1) {
    const token = tokens[place];
    const inner = tokens[place + 1];
    if (token?.type === 'heading_open' || token?.type === 'paragraph_open') {
      content.push(blockOf(token, runsOf(inner)));
      place += 2;
    } else if (token?.type === 'bullet_list_open' || token?.type === 'ordered_list_open') {
      const isOrdered = token.type === 'ordered_list_open';
      const end = tokens.findIndex(
        (each, at) => at > place && each.level === token.level && each.type.endsWith('_list_close'),
      );
      content.push({
        type: isOrdered ? 'orderedList' : 'bulletList',
        content: itemsOf(tokens.slice(place + 1, end)),
      });
      place = end;
    } else {
      throw new Error(`${token?.type ?? 'nothing'} has no place in the text of a page`);
    }
  }
  return { type: 'doc', content };
}

function blockOf(token: Token, content: TextRun[]): Node {
  if (token.type === 'paragraph_open') return { type: 'paragraph', content };
  const level = Number(token.tag.slice(1));
  if (level !== 2 && level !== 3) throw new Error(`A heading of level ${level}: only 2 and 3 are`);
  return { type: 'heading', attrs: { level }, content };
}

function itemsOf(
  tokens: readonly Token[],
): { type: 'listItem'; content: { type: 'paragraph'; content: TextRun[] }[] }[] {
  const items: ReturnType<typeof itemsOf> = [];
  for (const [place, token] of tokens.entries()) {
    if (token.type === 'list_item_open') items.push({ type: 'listItem', content: [] });
    else if (token.type === 'paragraph_open')
      items.at(-1)?.content.push({ type: 'paragraph', content: runsOf(tokens[place + 1]) });
    else if (!['inline', 'paragraph_close', 'list_item_close'].includes(token.type))
      throw new Error(`${token.type} has no place in a list`);
  }
  return items;
}

function runsOf(inline: Token | undefined): TextRun[] {
  const marks: Mark[] = [];
  const runs: TextRun[] = [];
  const add = (text: string) => {
    if (text === '') return;
    const last = runs.at(-1);
    const isSame = JSON.stringify(last?.marks ?? []) === JSON.stringify(marks);
    // A line that was broken in the source is one line.
    if (last && isSame) last.text += text;
    else runs.push({ type: 'text', text, ...(marks.length > 0 && { marks: structuredClone(marks) }) });
  };
  for (const token of inline?.children ?? []) {
    if (token.type === 'text' || token.type === 'text_special') add(token.content);
    else if (token.type === 'softbreak') add(' ');
    else if (token.type === 'strong_open') marks.push({ type: 'bold' });
    else if (token.type === 'em_open') marks.push({ type: 'italic' });
    else if (token.type === 'link_open')
      marks.push({ type: 'link', attrs: { href: String(token.attrGet('href')) } });
    else if (token.type.endsWith('_close')) marks.pop();
    else throw new Error(`${token.type} has no place in a line`);
  }
  return runs;
}
