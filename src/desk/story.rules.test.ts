import { describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter, OwnWork, ReviewAction } from '#contract/writing/own-rows.schema.ts';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { byUrgency, findPrivateWords, inOrder, lastWords } from './story.rules.ts';
import { cardsOf, checksOf, findingsIn, firstCard, firstGap } from '#src/features/finishing/checks.rules.ts';

const known = { lastName: 'Fern', classNames: ['Maple', '3B'] };
const kinds = (text: string) => findPrivateWords(text, known).map(({ kind }) => kind);

describe('what should not be told to strangers', () => {
  it.each([
    ['Write to zoe.fern@school.example now', 'email address'],
    ['Call 020 7946 0958.', 'phone number'],
    ['Call +49 (30) 901820!', 'phone number'],
    ['I live at 12 Green Hill Road.', 'address'],
    ['Ich wohne Lindenstraße 7.', 'address'],
    ['J’habite rue des Lilas 12', 'address'],
    ['Look at www.zoe.example/me', 'web address'],
    ['My name is Zoë FERN.', 'last name'],
    ['We are class 3b', 'class'],
    ['اتصل ٠١٢ ٣٤٥ ٦٧٨٩', 'phone number'],
    ['फ़ोन ९८७६५ ४३२१०', 'phone number'],
  ])('is found in “%s”: %s', (text, kind) => {
    expect(kinds(text)).toContain(kind);
  });

  it.each([
    'The king had 1000000 coins in 1666.'.replace('1000000', '1 000'),
    'On 12 May 2026 they were 7 and 8 years old.',
    'They went along the road and back.',
    'The fernery was full of plants, and 3Bs were on it.',
    'She paid $3.50 @ the shop',
    '',
  ])('is not found in “%s”', (text) => {
    expect(findPrivateWords(text, known)).toEqual([]);
  });

  it.each([
    ['わたしは田中です', '田中'],
    ['ผมชื่อสมชายใจดีครับ', 'ใจดี'],
  ])('is found where no space stands between words: %s', (text, lastName) => {
    expect(findPrivateWords(text, { lastName, classNames: [] })).toEqual([
      { kind: 'last name', text: lastName },
    ]);
  });

  it('is told once, and in the words that stand there', () => {
    expect(findPrivateWords('a@b.example a@b.example', known)).toEqual([
      { kind: 'email address', text: 'a@b.example' },
    ]);
    expect(findPrivateWords('Anything', { lastName: '', classNames: [''] })).toEqual([]);
  });
});

const work = sampleOwnWork({ id: '1', blurb: 'A kite flies.' });
const chapter: OwnChapter = {
  id: 'a',
  work_id: '1',
  place: 0,
  title: '',
  document: documentOf('Once.'),
  version: null,
  others: [],
};

describe('a story', () => {
  it('has its chapters in the order of their places', () => {
    const chapters = [
      { ...chapter, id: 'b', place: 2 },
      { ...chapter, id: 'c', place: -1 },
      chapter,
      { ...chapter, id: 'd', work_id: '2' },
    ];
    expect(inOrder(chapters, '1').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('that was given back or taken off the shelf stands before those that were begun', () => {
    const works = [
      { ...work, id: '1' },
      { ...work, id: '2', state: 'published' as const },
      { ...work, id: '3', state: 'returned' as const },
      { ...work, id: '4' },
      { ...work, id: '0', state: 'withdrawn' as const },
    ];
    expect(byUrgency(works).map(({ id }) => id)).toEqual(['3', '0', '4', '1', '2']);
  });

  const undoneOf = (...asked: Parameters<typeof checksOf>) =>
    checksOf(...asked)
      .filter(({ done }) => !done)
      .map(({ label }) => label);
  const sha256 = 'a'.repeat(64);
  const pictured: OwnChapter = {
    ...chapter,
    document: {
      type: 'doc',
      content: [{ type: 'picture', attrs: { sha256, alt: 'A kite', width: 'full' } }],
    },
  };
  const whole = { ...work, about_author: 'I like kites.', cover: sha256 };

  it('ticks what is done, and leaves to the teacher what is the teacher’s', () => {
    expect(undoneOf(whole, [pictured], [])).toEqual(['A teacher said yes']);
    expect(undoneOf({ ...whole, state: 'approved' }, [pictured], [])).toEqual([]);
    expect(undoneOf({ ...whole, state: 'published' }, [pictured], [])).toEqual([]);
  });

  it('says what to do about the rest', () => {
    const empty = { ...chapter, document: documentOf('') };
    const bare = { ...work, title: '', blurb: '' };
    expect(undoneOf(bare, [empty], [{ kind: 'class', text: 'Maple', place: { part: 'a' } }])).toEqual([
      'It has a title',
      'It says what it is about',
      'It says who made it',
      'It has a picture on the cover',
      'Something is written',
      'No chapter is empty',
      'Nothing private is in it',
      'A teacher said yes',
    ]);
  });

  it('has no cover where the picture of it is not in the text any more', () => {
    expect(undoneOf(whole, [chapter], [])).toContain('It has a picture on the cover');
  });

  it('asks a book, which is printed on both sides of its sheets, for an even number of pages', () => {
    const book = { ...whole, kind: 'book' as const };
    const label = 'Each sheet of paper is full on both sides';
    expect(undoneOf(book, [pictured], [])).toContain(label);
    expect(undoneOf(book, [pictured, { ...pictured, id: 'b' }], [])).not.toContain(label);
    expect(checksOf(whole, [pictured], []).map((check) => check.label)).not.toContain(label);
    const check = checksOf(book, [pictured], []).find((each) => each.label === label);
    expect(check).toMatchObject({ remedy: 'Add one more page', wantsPage: true });
  });

  it('is looked through with what its author says of themselves, and of pictures, and says where it stands', () => {
    const named = { ...chapter, document: documentOf('In Maple.') };
    const described: OwnChapter = {
      ...pictured,
      id: 'p',
      document: {
        type: 'doc',
        content: [{ type: 'picture', attrs: { sha256, alt: 'Class 3B', width: 'full' } }],
      },
    };
    const told = { ...work, title: 'Fern', about_author: 'I am Zoë Fern' };
    expect(findingsIn(told, [named, described], known)).toEqual([
      { kind: 'last name', text: 'Fern', place: { part: null } },
      { kind: 'last name', text: 'Fern', place: { card: 'author' } },
      { kind: 'class', text: 'Maple', place: { part: named.id } },
      { kind: 'class', text: '3B', place: { card: 'pictures' } },
    ]);
  });
});

describe('the cards of Finish', () => {
  const sha256 = 'a'.repeat(64);
  const picture = (alt: string): OwnChapter => {
    const content = [{ type: 'picture', attrs: { sha256, alt, width: 'full' } } as const];
    return { ...chapter, document: { type: 'doc', content } };
  };
  const whole = { ...work, blurb: 'A kite.', about_author: 'I like kites.', cover: sha256 };

  it('have one for pictures where there are some', () => {
    expect(cardsOf([chapter])).not.toContain('pictures');
    expect(cardsOf([picture('')])).toContain('pictures');
  });

  it('begin with the first on which something is missing, and with the last where nothing is', () => {
    const begunWith = (own: typeof whole, alt: string) => {
      const chapters = [picture(alt)];
      return firstCard(cardsOf(chapters), checksOf(own, chapters, []));
    };
    expect(begunWith({ ...whole, blurb: '' }, '')).toBe('blurb');
    expect(begunWith(whole, '')).toBe('pictures');
    expect(begunWith(whole, 'A kite')).toBe('done');
  });

  it('say what is missing first, and where it is put right', () => {
    const gapOf = (own: OwnWork, ...chapters: OwnChapter[]) => firstGap(checksOf(own, chapters, []));
    expect(gapOf(whole, picture(''), { ...picture(''), id: 'b' })).toMatchObject({
      gap: '2 pictures need a few words',
      remedy: 'Say them',
      place: { card: 'pictures' },
    });
    expect(gapOf(whole, picture('A kite'), { ...chapter, id: 'b', document: documentOf('') })).toMatchObject({
      gap: 'One chapter is empty',
      place: { part: 'b' },
    });
    expect(gapOf({ ...whole, cover: null }, chapter)).toMatchObject({ place: { part: chapter.id } });
    expect(gapOf(whole, picture('A kite'))).toBeNull();
  });
});

describe('what the teacher said last', () => {
  const said = (action: ReviewAction, reason = 'How it flies!') => {
    return { id: 'r', action, reason, by: 'Clara Weiss', made_at: '2026-11-23T10:00:00.000Z', comments: [] };
  };

  it.each([
    ['returned', said('returned')],
    ['withdrawn', said('withdrawn')],
    ['approved', said('approved')],
    ['published', said('approved')],
    ['published', said('published')],
  ] as const)('stands with a story that is %s', (state, review) => {
    expect(lastWords({ state, review })).toBe(review);
  });

  it.each([
    ['submitted', said('returned')],
    ['approved', said('returned')],
    ['published', said('withdrawn')],
    ['approved', said('approved', '')],
    ['draft', null],
  ] as const)(
    'is not said of a story that is %s where it was about something else, or nothing',
    (state, review) => {
      expect(lastWords({ state, review })).toBeNull();
    },
  );
});
