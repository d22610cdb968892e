import { Editor } from '@tiptap/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { WorkDocument, type Block } from '#contract/works/document.schema.ts';
import { notify } from '#src/ui/notify.tsx';
import { documentOfEditor } from '#src/desk/editor-document.rules.ts';
import { editorExtensions } from './editor-extensions.ts';
import { moveBlock } from './move-block.ts';

const workId = '018f0000-0000-7000-8000-000000000009';
const otherWork = '018f0000-0000-7000-8000-000000000010';

function open(content: object | string = '', work = workId) {
  return new Editor({
    extensions: editorExtensions('', {
      workId: work,
      draw: () => null,
      describe: () => undefined,
      recordAnew: () => undefined,
    }),
    content,
  });
}

const documentIn = (editor: Editor) => documentOfEditor(editor.getJSON());

/** The words of each block, a line break as a slash. */
function linesOf(block: object): string[] {
  const { type, text, content = [] } = block as { type: string; text?: string; content?: object[] };
  if (type === 'text') return [text ?? ''];
  if (type === 'hardBreak') return ['/'];
  if (['doc', 'bulletList', 'orderedList', 'listItem', 'blockquote'].includes(type))
    return content.flatMap(linesOf);
  return [content.flatMap(linesOf).join('').trim()];
}

function pasted(html: string): string[] {
  const editor = open();
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  const document = documentIn(editor);
  expect(v.is(WorkDocument, document), html).toBe(true);
  return linesOf(document).filter((line) => line !== '');
}

const cases: readonly [name: string, html: string, lines: readonly string[]][] = [
  [
    'a table of Google Sheets',
    '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css">td{border:1px}</style><table data-sheets-root="1"><colgroup><col width="90"/><col width="90"/></colgroup><tbody><tr style="height:21px"><td>Plant</td><td>Height</td></tr><tr><td>Fern</td><td>40</td></tr></tbody></table>',
    ['Plant · Height', 'Fern · 40'],
  ],
  [
    'a table of Excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{mso-number-format:General}</style></head><body><table border=0 width=128><!--StartFragment--><col width=64 span=2><tr height=20><td height=20 width=64>Day</td><td>Rain</td></tr><tr><td>Monday</td><td align=right>3</td></tr><!--EndFragment--></table></body></html>',
    ['Day · Rain', 'Monday · 3'],
  ],
  [
    'a table of Wikipedia',
    '<table class="wikitable"><caption>Planets</caption><tbody><tr><th>Name</th><th>Moons</th></tr><tr><td><a href="/wiki/Mars">Mars</a></td><td>2<sup>[1]</sup></td></tr></tbody></table>',
    ['Planets', 'Name · Moons', 'Mars · 2[1]'],
  ],
  [
    'a table of Word',
    '<table class=MsoTableGrid><tr><td><p class=MsoNormal>Left<o:p></o:p></p></td><td><p class=MsoNormal>Right<o:p></o:p></p></td></tr></table>',
    ['Left · Right'],
  ],
  [
    'rows without a table',
    '<tr><td>One</td><td>Two</td></tr><tr><td>Three</td></tr>',
    ['One · Two', 'Three'],
  ],
  ['cells without a table', '<td>One</td><td>Two</td>', ['One · Two']],
  [
    'a head and a foot',
    '<table><tfoot><tr><td>Sum</td></tr></tfoot><thead><tr><th>Head</th></tr></thead><tbody><tr><td>Body</td></tr></tbody></table>',
    ['Head', 'Body', 'Sum'],
  ],
  [
    'empty cells and rows',
    '<table><tr><td></td><td>&nbsp;</td></tr><tr><td>A</td><td></td><td>B</td></tr></table>',
    ['A · B'],
  ],
  [
    'several lines in a cell',
    '<table><tr><td><div>One</div><div>Two</div></td><td>Three<br>Four</td></tr></table>',
    ['One Two · Three Four'],
  ],
  [
    'a list in a cell',
    '<table><tr><td><ul><li>One</li><li>Two</li></ul></td><td>Three</td></tr></table>',
    ['One Two · Three'],
  ],
  [
    'a table in a table',
    '<table><tr><td>A</td><td><table><tr><td>B</td><td>C</td></tr></table></td></tr></table>',
    ['A · B · C'],
  ],
  [
    'words around a table',
    '<p>Before</p><table><tr><td>In</td></tr></table>after',
    ['Before', 'In', 'after'],
  ],
  [
    'a list of definitions',
    '<dl><dt>Size</dt><dd>Big</dd><dt>Age</dt><dd>Old</dd></dl>',
    ['Size', 'Big', 'Age', 'Old'],
  ],
  ['preformatted lines', '<pre>one\n  two\n\nthree</pre>', ['one', 'two', 'three']],
  ['code in preformatted lines', '<pre><code>one<br>two</code></pre>', ['one', 'two']],
  ['details', '<details><summary>More</summary>Hidden</details>', ['More', 'Hidden']],
  ['centred lines', '<center>One</center><center>Two</center>', ['One', 'Two']],
  ['parts of a page', '<nav>One</nav><main>Two</main><footer>Three</footer>', ['One', 'Two', 'Three']],
  [
    'a figure',
    '<figure><img src="x" alt=""><figcaption>A hen</figcaption></figure>After',
    ['A hen', 'After'],
  ],
  ['items without a list', '<li>One</li><li>Two</li>', ['One', 'Two']],
  ['a menu', '<menu><li>One</li><li>Two</li></menu>', ['One', 'Two']],
  ['a form', '<form><fieldset><legend>Name</legend>Zoë</fieldset></form>', ['Name', 'Zoë']],
  ['an address', '<address>Mill Lane</address>Village', ['Mill Lane', 'Village']],
  [
    'spans that are blocks',
    '<span style="display:block">One</span><span style="display: block">Two</span>',
    ['One', 'Two'],
  ],
  ['spans that are none', '<p><span style="color:red">One</span><span> two</span></p>', ['One two']],
  [
    'headings of all levels',
    '<h1>One</h1><h2>Two</h2><h4>Four</h4><h6>Six</h6>',
    ['One', 'Two', 'Four', 'Six'],
  ],
  ['a list in a list', '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>', ['One', 'Inner', 'Two']],
  ['a heading in a list', '<ul><li><h3>Head</h3></li><li>Item</li></ul>', ['Head', 'Item']],
  [
    'Google Docs',
    '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span></p><br><p dir="ltr"><span>Second</span></p></b>',
    ['Plain bold', '/', 'Second'],
  ],
  ['ruby', '<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です</p>', ['漢字(かんじ)です']],
  ['lines of one paragraph', '<p>One<br>Two</p>', ['One/Two']],
  ['a script and a style', '<style>p{}</style><p>One</p><script>alert(1)</script>', ['One']],
];

describe('what is pasted', () => {
  it.each(cases)('from %s keeps its borders', (_name, html, lines) => {
    expect(pasted(html)).toEqual(lines);
  });
});

const picture: Block = {
  type: 'picture',
  attrs: { sha256: 'a'.repeat(64), alt: 'A “kite” <b>', width: 'small' },
};
const recording: Block = { type: 'recording', attrs: { sha256: 'b'.repeat(64), alt: '', seconds: 7 } };
const words = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const bothIn = { type: 'doc', content: [words('Before'), picture, recording, words('After')] };

/** What the clipboard holds after all of it was cut. */
const clipboardOf = (editor: Editor) =>
  editor.view.serializeForClipboard(editor.state.doc.slice(0, editor.state.doc.content.size)).dom.innerHTML;

describe('a picture and a recording', () => {
  let html: string;
  beforeEach(() => {
    html = clipboardOf(open(bothIn));
  });

  it('that were cut come back as they were, in any chapter of the story', () => {
    const editor = open();
    editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
    expect(documentIn(editor).content).toEqual(expect.arrayContaining([picture, recording]));
    expect(JSON.stringify(documentIn(editor))).not.toMatch(/🖼|🎤/u);
  });

  it('of another story, or with a hash that is none, are left out and leave no words', () => {
    const elsewhere = open('', otherWork);
    const told = vi.spyOn(notify, 'error');
    elsewhere.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
    expect(told).toHaveBeenCalledTimes(1);
    told.mockRestore();
    const forged = open();
    forged.view.pasteHTML(
      html.replaceAll('a'.repeat(64), 'x').replaceAll('b'.repeat(64), ''),
      new Event('paste') as ClipboardEvent,
    );
    for (const editor of [elsewhere, forged]) {
      const { content } = documentIn(editor);
      expect(content.map(({ type }) => type)).not.toContain('picture');
      expect(content.map(({ type }) => type)).not.toContain('recording');
      expect(JSON.stringify(content)).not.toMatch(/🖼|🎤|kite/u);
      expect(linesOf({ type: 'doc', content })).toEqual(expect.arrayContaining(['Before', 'After']));
    }
  });

  it('are moved past the block before or after them, and not past the ends', () => {
    const editor = open({ type: 'doc', content: [words('Before'), picture, words('After')] });
    const order = () => documentIn(editor).content.map(({ type }) => type);
    const before = 'Before'.length + 2;
    expect(moveBlock(editor, before, 'down')).toBe(before + 'After'.length + 2);
    expect(order().slice(0, 3)).toEqual(['paragraph', 'paragraph', 'picture']);
    expect(moveBlock(editor, before + 'After'.length + 2, 'up')).toBe(before);
    expect(moveBlock(editor, before, 'up')).toBe(0);
    expect(order()[0]).toBe('picture');
    expect(moveBlock(editor, 0, 'up')).toBeNull();
    expect(documentIn(editor).content[0]).toEqual(picture);
  });
});
