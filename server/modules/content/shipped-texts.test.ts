import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#contract/content/content.rules.ts';
import type { ContentBlock } from '#contract/content/blocks.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { readText, readTexts } from './shipped-texts.ts';

const texts = await readTexts(fileURLToPath(new URL('pages', import.meta.url)));
const named = texts.map((text) => [`${text.kind}/${text.slug}`, text] as const);

/** Pages of the app that are no content, as far as texts lead there. */
const others = new Set(
  [paths.library, paths.faq, paths.register, paths.causes, paths.books].map((each) => each()),
);
const addresses = new Set([...others, ...texts.map(addressOf)].map(pageOf));

/** Of a link with a question, the page. */
function pageOf(address: string): string {
  const { pathname } = new URL(address, 'http://any.test');
  return pathname.replace(/(?<=.)\/$/u, '');
}

function linksOf(block: ContentBlock): string[] {
  if (block.kind === 'action') return [block.to];
  if (block.kind !== 'text' && block.kind !== 'callout') return [];
  return [...JSON.stringify(block.document).matchAll(/"href":"([^"]+)"/gu)].map(([, href = '']) => href);
}

describe('the texts that come with the program', () => {
  it('are read, all of them', () => {
    expect(texts).toHaveLength(100);
    expect(new Set(named.map(([name]) => name)).size).toBe(100);
  });

  it.each(named)('lead to pages that there are: %s', (_name, { blocks }) => {
    const links = blocks.flatMap(linksOf).filter((link) => link.startsWith('/'));
    expect(links.filter((link) => !addresses.has(pageOf(link)))).toEqual([]);
    const pages = blocks.flatMap((block) => (block.kind === 'cards' ? block.pages : []));
    expect(pages.filter((page) => !named.some(([name]) => name === page))).toEqual([]);
  });

  it('have right answers that there are', () => {
    const questions = texts.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'quiz' ? block.questions : [])),
    );
    expect(questions.length).toBeGreaterThan(40);
    for (const question of questions) {
      if (question.type !== 'one' && question.type !== 'several') continue;
      for (const right of [question.right].flat()) expect(question.answers[right]).toBeDefined();
    }
  });

  it('have a source and a day for each fact, and make up nothing about people', () => {
    const blocks = texts.flatMap((text) => text.blocks);
    const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
    expect(facts.length).toBeGreaterThan(17);
    for (const { url, source, date } of facts)
      expect([url.startsWith('https://'), source === '', date.length]).toEqual([true, false, 10]);
    expect(blocks.flatMap((block) => (block.kind === 'people' ? block.people : []))).toEqual([]);
    expect(blocks.flatMap((block) => (block.kind === 'quotes' ? block.quotes : []))).toEqual([]);
  });

  it('give the seventeen goals their numbers', () => {
    const goals = texts.flatMap(({ head, slug }) =>
      head.kind === 'goal' ? [[slug, String(head.number)]] : [],
    );
    expect(goals).toHaveLength(17);
    for (const [slug, number] of goals) expect(slug).toBe(number);
  });
});

describe('a text', () => {
  const read = (...lines: string[]) =>
    readText('one.md', ['---', 'title: One', 'summary: It is one', '---', ...lines, ''].join('\n'), 'page');

  it('has Markdown in texts and YAML in other blocks', () => {
    const { head, blocks } = read(
      ':::text #a for=adults',
      '## Hello',
      '',
      'Read **all** of [it](/library),',
      'please. <b>',
      '',
      '- one',
      '- two',
      ':::',
      ':::action #b',
      'label: Go',
      'to: /library',
      ':::',
    );
    expect(head).toMatchObject({ title: 'One', for: 'everyone', goals: [] });
    expect(blocks).toEqual([
      {
        id: 'a',
        kind: 'text',
        for: 'adults',
        document: {
          type: 'doc',
          content: [
            { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Hello' }] },
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Read ' },
                { type: 'text', text: 'all', marks: [{ type: 'bold' }] },
                { type: 'text', text: ' of ' },
                { type: 'text', text: 'it', marks: [{ type: 'link', attrs: { href: '/library' } }] },
                { type: 'text', text: ', please. <b>' },
              ],
            },
            {
              type: 'bulletList',
              content: ['one', 'two'].map((text) => ({
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
              })),
            },
          ],
        },
      },
      { id: 'b', kind: 'action', for: 'everyone', label: 'Go', to: '/library' },
    ]);
  });

  it.each([
    [
      'two blocks with one id',
      [':::action #a', 'label: Go', 'to: /faq', ':::', ':::text #a', 'Hi', ':::'],
      'two blocks',
    ],
    ['a block that does not end', [':::text #a', 'Hi'], 'does not end'],
    ['words outside of blocks', ['Hello'], 'outside of blocks'],
    ['an unknown block', [':::frame #a', 'src: x', ':::'], '#a'],
    ['an unknown audience', [':::text #a for=bears', 'Hi', ':::'], 'for'],
    ['a field too many', [':::action #a', 'label: Go', 'to: /faq', 'style: red', ':::'], 'style'],
    ['a heading of the first level', [':::text #a', '# Hi', ':::'], 'level 1'],
    [
      'a fact without a source',
      [':::facts #a', 'facts: [{text: So, url: "https://x.org", date: "2020-01-01"}]', ':::'],
      'source',
    ],
    ['a link to another scheme', [':::action #a', 'label: Go', 'to: "javascript:alert(1)"', ':::'], 'to'],
  ])('is refused with %s, and the file is named', (_what, lines, words) => {
    expect(() => read(...lines)).toThrow(words);
    expect(() => read(...lines)).toThrow('page/one.md');
  });
});
