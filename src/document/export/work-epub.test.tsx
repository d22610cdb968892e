import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { ExportedWork } from './exported-work.ts';
import { workEpub } from './work-epub.ts';

const hen = 'a'.repeat(64);
const fox = 'b'.repeat(64);
const gone = 'c'.repeat(64);

const picture = (sha256: string, alt: string): WorkDocument['content'][number] => {
  return { type: 'picture', attrs: { sha256, alt, width: 'medium' } };
};

const work: ExportedWork = {
  id: '01a20000-0000-7000-8000-000000000000',
  kind: 'book',
  title: 'The “red” hen & <friends>',
  byline: 'Zoë',
  language: 'en',
  blurb: 'A hen finds wheat.',
  dedication: '',
  aboutAuthor: '',
  credits: ['CC0'],
  cover: hen,
  parts: [
    {
      id: '1',
      title: '',
      document: { type: 'doc', content: [picture(hen, 'A hen'), ...documentOf('She found wheat.').content] },
    },
    {
      id: '2',
      title: '',
      document: {
        type: 'doc',
        content: [picture(fox, '"><script>alert(1)</script>'), picture(gone, 'A mill')],
      },
    },
    {
      id: '3',
      title: 'The end',
      document: {
        type: 'doc',
        content: [
          {
            type: 'heading',
            attrs: { level: 2, textAlign: 'center' },
            content: [{ type: 'text', text: 'At last' }],
          },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'Bread', marks: [{ type: 'bold' }, { type: 'italic' }] },
              { type: 'hardBreak' },
              { type: 'text', text: 'خبز ]]> &amp; \u0007' },
            ],
          },
          { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
          {
            type: 'orderedList',
            attrs: { start: 3 },
            content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
          },
          { type: 'blockquote', content: [{ type: 'paragraph' }] },
          { type: 'horizontalRule' },
        ],
      },
    },
  ],
};

const pictures = new Map([
  [hen, new Blob([new Uint8Array([1, 2, 3])], { type: 'image/jpeg' })],
  [fox, new Blob([new Uint8Array([4, 5])], { type: 'image/svg+xml; charset=utf-8' })],
]);

async function open(exported: ExportedWork = work, shown = pictures) {
  const blob = await workEpub(exported, shown, new Date('2026-11-22T10:00:00Z'));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const files = unzipSync(bytes);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const parsed = (name: string, type: DOMParserSupportedType = 'application/xml') => {
    const document = new DOMParser().parseFromString(text(name), type);
    expect(document.querySelector('parsererror'), `${name} is no XML`).toBeNull();
    return document;
  };
  return { blob, bytes, files, text, parsed };
}

const attribute = (elements: Iterable<Element>, name: string) =>
  [...elements].map((element) => element.getAttribute(name));

describe('a book as an EPUB', () => {
  it('begins with what it is, not packed, as readers look for it', async () => {
    const { blob, bytes } = await open();
    expect(blob.type).toBe('application/epub+zip');
    const head = new DataView(bytes.buffer);
    expect(head.getUint32(0, true)).toBe(0x04034b50);
    expect(head.getUint16(8, true)).toBe(0);
    expect(head.getUint16(28, true)).toBe(0);
    expect(strFromU8(bytes.subarray(30, 58))).toBe('mimetypeapplication/epub+zip');
  });

  it('lists each of its files once, with nothing else beside them, and reads them in order', async () => {
    const { files, parsed } = await open();
    expect(parsed('META-INF/container.xml').querySelector('rootfile')?.getAttribute('full-path')).toBe(
      'EPUB/package.opf',
    );
    const opf = parsed('EPUB/package.opf');
    const hrefs = attribute(opf.querySelectorAll('manifest > item'), 'href');
    const inside = Object.keys(files).filter(
      (name) => name.startsWith('EPUB/') && name !== 'EPUB/package.opf',
    );
    expect(inside.toSorted()).toEqual(hrefs.map((href) => `EPUB/${href}`).toSorted());
    const ids = attribute(opf.querySelectorAll('manifest > item'), 'id');
    expect(new Set(ids).size).toBe(ids.length);
    expect(attribute(opf.querySelectorAll('spine > itemref'), 'idref')).toEqual([
      'front',
      'part-1',
      'part-2',
      'part-3',
      'back',
    ]);
    for (const [properties, type] of [
      ['nav', 'application/xhtml+xml'],
      ['cover-image', 'image/jpeg'],
    ])
      expect(attribute(opf.querySelectorAll(`item[properties="${properties}"]`), 'media-type')).toEqual([
        type,
      ]);
    const named = (name: string) => opf.getElementsByTagName(name)[0]?.textContent;
    expect(named('dc:title')).toBe(work.title);
    expect(named('dc:creator')).toBe('Zoë');
    expect(named('dc:identifier')).toBe(`urn:uuid:${work.id}`);
    expect(opf.querySelector('meta[property="dcterms:modified"]')?.textContent).toBe('2026-11-22T10:00:00Z');
  });

  it('leads from its contents to each part, and shows no picture that is not in it', async () => {
    const { files, parsed } = await open();
    const links = parsed('EPUB/nav.xhtml').querySelectorAll('nav a');
    expect([...links].map(({ textContent }) => textContent)).toEqual([
      work.title,
      'Page 1',
      'Page 2',
      'The end',
      'About this book',
    ]);
    for (const href of attribute(links, 'href')) expect(files[`EPUB/${href}`]).toBeDefined();
    for (const name of Object.keys(files).filter((each) => each.endsWith('.xhtml'))) {
      const page = parsed(name);
      for (const source of attribute(page.querySelectorAll('img'), 'src'))
        expect(files[`EPUB/${source}`]).toBeDefined();
      for (const alt of attribute(page.querySelectorAll('img'), 'alt')) expect(alt).not.toBeNull();
      expect(page.querySelector('script')).toBeNull();
    }
    const second = parsed('EPUB/part-2.xhtml');
    expect(attribute(second.querySelectorAll('img'), 'alt')).toEqual(['"><script>alert(1)</script>']);
    // What it shows stands where it is missing.
    expect(second.querySelector('p')?.textContent).toBe('A mill');
  });

  it('keeps how words look, and has every script in its own direction', async () => {
    const last = (await open()).parsed('EPUB/part-3.xhtml');
    expect(last.querySelector('em strong, strong em')?.textContent).toBe('Bread');
    // The first has words of both, and goes as its book does.
    expect(last.documentElement.getAttribute('dir')).toBe('ltr');
    const directions = [...last.querySelectorAll('p')].map((each) => each.getAttribute('dir'));
    expect(directions).toEqual([null, 'auto', 'auto', 'auto']);
    expect(last.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(last.body?.textContent ?? last.documentElement.textContent).toContain('خبز ]]> &amp;');
    const arabic = await open({ ...work, language: 'ar' });
    expect(
      arabic.parsed('EPUB/package.opf').querySelector('spine')?.getAttribute('page-progression-direction'),
    ).toBe('rtl');
  });

  it('is whole with no title, no picture and nobody named', async () => {
    const bare = {
      ...work,
      title: '',
      byline: '',
      blurb: '',
      credits: [],
      cover: null,
      parts: work.parts.slice(2),
    };
    const { parsed } = await open(bare, new Map());
    expect(parsed('EPUB/package.opf').getElementsByTagName('dc:title')[0]?.textContent).toBe(
      'A book without a title',
    );
    expect(attribute(parsed('EPUB/package.opf').querySelectorAll('itemref'), 'idref')).toEqual([
      'front',
      'part-1',
    ]);
  });
});
