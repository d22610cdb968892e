import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ContentBlock, ShownBlock } from './blocks.schema.ts';
import { addressOf, isFor, isLinkTarget, listedBy, pagesAt } from './content.rules.ts';
import { ContentHead } from './content.schema.ts';
import { choicesOf, numberInWords, outlineOf, shelfAddress, textsOf } from './outline.rules.ts';

const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const head = (more: object) => v.parse(ContentHead, { title: 'Water', summary: 'About water', ...more });
const blocks = (...each: object[]) => v.parse(v.array(ShownBlock), each);

const link = { type: 'link', attrs: { href: '/library' } };

describe('the outline of a page', () => {
  it('has the words of a text with headings, lists, marks and links', () => {
    const outline = outlineOf({
      head: head({ kind: 'page' }),
      blocks: blocks({
        id: 'start',
        kind: 'text',
        document: doc(
          { type: 'heading', attrs: { level: 2 }, content: [text('Begin')] },
          paragraph(text('See the '), text('library', link), text('!', { type: 'bold' })),
          { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
        ),
      }),
    });
    expect(outline).toEqual({
      title: 'Water',
      summary: 'About water',
      sections: [
        {
          id: 'start',
          kind: 'text',
          items: [
            { type: 'heading', level: 2, runs: [{ text: 'Begin' }] },
            {
              type: 'paragraph',
              runs: [{ text: 'See the ' }, { text: 'library', href: '/library' }, { text: '!', bold: true }],
            },
            { type: 'list', isOrdered: true, items: [[{ text: 'one' }]] },
          ],
        },
      ],
    });
  });

  it('keeps the order of head, blocks and what closes the page', () => {
    const outline = outlineOf({
      head: head({ kind: 'film', seconds: 20, questions: ['What did you see?'] }),
      blocks: blocks(
        { id: 'film', kind: 'film', frames: [{ picture: 'A tap.', words: 'Water comes.', seconds: 7 }] },
        { id: 'go', kind: 'action', label: 'Read more', to: '/hubs' },
      ),
    });
    expect(textsOf(outline)).toEqual([
      'Water',
      'About water',
      'A tap. Water comes.',
      'Read more',
      'What did you see?',
    ]);
  });

  it('says what a lesson is for and explains its words first', () => {
    const outline = outlineOf({
      head: head({ kind: 'lesson', aim: 'I can plan.', words: [{ word: 'plan', means: 'what comes next' }] }),
      blocks: blocks({
        id: 'steps',
        kind: 'steps',
        steps: [{ id: 'one', title: 'Think', text: 'Close your eyes.', minutes: 1 }],
      }),
    });
    expect(textsOf(outline).slice(2)).toEqual([
      'I can plan.',
      'plan: what comes next',
      'Think Close your eyes. 1 minute',
    ]);
  });

  it('says until when a challenge is open, and what to check', () => {
    const challenge = {
      kind: 'challenge',
      work: 'book',
      preset: { title: 'A', prompt: 'B' },
      checklist: [{ id: 'one', text: 'A child is the hero' }],
    };
    const closed = outlineOf({ head: head({ ...challenge, opens: '11-01', closes: '11-20' }), blocks: [] });
    expect(textsOf(closed).slice(2)).toEqual(['Open from 1 November to 20 November', 'A child is the hero']);
    expect(textsOf(outlineOf({ head: head(challenge), blocks: [] }))[2]).toBe('Open all year');
  });

  it('says when an event begins where its host lives and in UTC, and how it is joined', () => {
    const said = (more: object) =>
      textsOf(
        outlineOf({
          head: head({ kind: 'event', starts_at: '2027-03-28T01:30:00.000Z', ...more }),
          blocks: [],
        }),
      ).slice(2);
    expect(said({})).toEqual(['28 March 2027, 01:30 UTC']);
    // An hour later clocks in Berlin had gone forward.
    expect(said({ time_zone: 'Europe/Berlin', online: true })).toEqual([
      '28 March 2027, 03:30 Berlin time; 28 March 2027, 01:30 UTC',
      'Online. School staff join on this page, from 15 minutes before it begins. Children join in class.',
    ]);
    expect(said({ time_zone: 'America/New_York' })).toEqual([
      '27 March 2027, 21:30 New York time; 28 March 2027, 01:30 UTC',
    ]);
    expect(said({ time_zone: 'Not/A_Zone' })).toEqual(['28 March 2027, 01:30 UTC']);
    expect(said({ online: true, called_off: true })).toEqual([
      'Called off: this does not happen.',
      '28 March 2027, 01:30 UTC',
    ]);
  });

  it('has the transcript of a recording, and a link where the reader gets one', () => {
    const said = (more: object) =>
      textsOf(
        outlineOf({
          head: head({ kind: 'page' }),
          blocks: blocks({
            id: 'recording',
            kind: 'recording',
            transcript: doc(paragraph(text('Hello, class'))),
            ...more,
          }),
        }),
      ).slice(2);
    expect(said({ url: 'https://video.example.org/1' })).toEqual([
      'Watch the recording at video.example.org',
      'Transcript',
      'Hello, class',
    ]);
    expect(said({})).toEqual(['Transcript', 'Hello, class']);
  });

  it('says nothing where nobody entered people or quotes, and shows no consent', () => {
    const outline = outlineOf({
      head: head({ kind: 'page' }),
      blocks: blocks(
        { id: 'team', kind: 'people', people: [] },
        { id: 'words', kind: 'quotes', quotes: [{ words: 'Lovely', name: 'Ada' }] },
        { id: 'form', kind: 'form', form: 'contact' },
      ),
    });
    expect(outline.sections.map(({ id }) => id)).toEqual(['words']);
    expect(textsOf(outline)).toContain('“Lovely” Ada');
  });

  it('names the source and the day of each fact', () => {
    const fact = { text: 'Rain falls.', source: 'A book', url: 'https://example.org/a', date: '2015-09-25' };
    const outline = outlineOf({
      head: head({ kind: 'goal', number: 6 }),
      blocks: blocks({ id: 'facts', kind: 'facts', facts: [fact] }),
    });
    expect(textsOf(outline).slice(2)).toEqual(['Goal 6', 'Rain falls. A book, 25 September 2015']);
    const { url: _url, ...unsourced } = fact;
    expect(v.is(ContentBlock, { id: 'facts', kind: 'facts', facts: [unsourced] })).toBe(false);
  });

  it('tells no answer of a quiz', () => {
    const order = {
      id: 'q',
      ask: 'In which order?',
      why: 'So.',
      type: 'order' as const,
      answers: ['Wake up', 'Eat', 'Sleep'],
    };
    expect(choicesOf(order)).toEqual(['Eat', 'Sleep', 'Wake up']);
    const pairs: [string, string][] = [
      ['cat', 'mouse'],
      ['hen', 'corn'],
    ];
    expect(choicesOf({ ...order, type: 'match', pairs })).toEqual(['cat', 'hen', 'corn', 'mouse']);
    expect(choicesOf({ ...order, type: 'word', accepted: ['secret'] })).toEqual([]);
  });

  it('says "a few" of what is less than five, and links a shelf to the library', () => {
    expect(numberInWords({ name: 'countries', value: null })).toBe('a few countries');
    expect(numberInWords({ name: 'schools', value: 1200 })).toBe('1,200 schools');
    expect(shelfAddress({ goal: 6 })).toBe('/library?goal=6');
  });
});

describe('a page', () => {
  it('has an address by its kind', () => {
    const at = (kind: Parameters<typeof addressOf>[0]['kind'], slug: string, parent: string | null = null) =>
      addressOf({ kind, slug, parent });
    expect(at('page', 'about')).toBe('/about');
    expect(at('page', 'canva')).toBe('/canva/');
    expect(at('legal', 'terms-of-use')).toBe('/terms-of-use');
    expect(at('lesson', 'find-out', 'be-the-change')).toBe('/courses/be-the-change/find-out');
    expect(at('goal', '6')).toBe('/sdgs/6');
    expect(at('event', 'water-day')).toBe('/live/water-day');
  });

  it('is found at its address again', () => {
    expect(pagesAt('/about')).toEqual({ kinds: ['page', 'legal'], slug: 'about', parent: null });
    expect(pagesAt('/canva/')).toEqual({ kinds: ['page', 'legal'], slug: 'canva', parent: null });
    expect(pagesAt('/sdgs/6')).toEqual({ kinds: ['goal'], slug: '6', parent: null });
    expect(pagesAt('/courses/be-the-change/find-out')).toEqual({
      kinds: ['lesson'],
      slug: 'find-out',
      parent: 'be-the-change',
    });
    for (const path of ['/', '/library/a', '/hubs/a/b', '/courses/a/b/c', '/live/%2e%2e', '/About'])
      expect(pagesAt(path)).toBeNull();
    expect(listedBy({ kind: 'page', slug: 'sdgs' })).toBe('goal');
    expect(listedBy({ kind: 'page', slug: 'constructor' })).toBeNull();
    expect(listedBy({ kind: 'course', slug: 'live' })).toBeNull();
  });

  it('shows children nothing for adults, and visitors nothing for staff', () => {
    expect(isFor('adults', 'child')).toBe(false);
    expect(isFor('children', 'child')).toBe(true);
    expect(isFor('adults', 'visitor')).toBe(true);
    expect(isFor('staff', 'visitor')).toBe(false);
    expect(isFor('staff', 'family')).toBe(false);
    expect(isFor('staff', 'staff')).toBe(true);
  });

  it.each([
    '/library',
    '/library?goal=6',
    '/courses/a/b',
    'https://example.org',
    'https://example.org/a?b#c',
  ])('may link to %s', (target) => expect(isLinkTarget(target)).toBe(true));

  it.each([
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://example.org',
    'https://user:secret@example.org/',
    'https://example.org:8443/',
    'data:text/html,x',
    '#x',
    '',
  ])('may not link to %j', (target) => {
    expect(isLinkTarget(target)).toBe(false);
  });
});
