import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { levels } from '#contract/works/works.schema.ts';
import { inTenant } from '#server/platform/database.ts';
import { manyFirstNames, manyLastNames } from '#server/seeds/demo-names.ts';
import {
  type MadeTenant,
  type MadeWork,
  makeCategory,
  makeDrawing,
  makeStudents,
  makeWorks,
  permitPublic,
  setPrivacy,
} from '#server/seeds/factories.ts';
import { type BenchSchool, schoolOfBench } from './kit/bench-school.ts';
import { bigSchool } from './kit/big-school.ts';

export const booksInLibrary = 10_000;
const shelves = 12;
const wordsOfBook = 150;
export const pagesOfLongBook = limits.chaptersPerStory;
export const pagesOfKeptBook = 40;

export const big: BenchSchool = schoolOfBench();
export const child = { username: 'bench-reader', password: 'quiet-otter-11' };

const words = (page: number) =>
  documentOf(`Page ${page} begins.\n\n${'The hen went over the hill and saw a kite. '.repeat(12)}`);

/** As children draw: some hundred lines of many points. */
function drawing(number: number): { svg: string; width: number; height: number } {
  const lines = Array.from({ length: 120 }, (_line, line) => {
    const points = Array.from(
      { length: 20 },
      (_point, point) => `${(line * 37 + point * 29 + number) % 640} ${(line * 53 + point * 17) % 480}`,
    );
    return `<path d="M${points.join('L')}" fill="none" stroke="#c92a2a"/>`;
  });
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480">${lines.join('')}</svg>`,
    width: 640,
    height: 480,
  };
}

/** A tale of words of which other tales have some, and none all. */
const tale = (number: number) =>
  documentOf(
    Array.from({ length: wordsOfBook }, (_word, place) => {
      const list = place % 2 === 0 ? manyFirstNames : manyLastNames;
      return list[(number * (place + 3) + place * place) % list.length];
    }).join(' '),
  );

/** Seven in ten are for everybody as far as they wish, half of all have the word of a guardian, and one in ten is private. */
async function allow(school: MadeTenant, ids: readonly string[]): Promise<void> {
  const { installation } = big.server;
  const these = (isOne: (place: number) => boolean) => ids.filter((_id, place) => isOne(place % 10));
  await setPrivacy(
    installation,
    school,
    these((place) => place < 7),
    'public',
  );
  await setPrivacy(
    installation,
    school,
    these((place) => place === 7 || place === 8),
    'community',
  );
  await permitPublic(
    installation,
    school,
    these((place) => place % 2 === 0),
  );
}

export async function fillLibrary(school: MadeTenant): Promise<void> {
  const { installation } = big.server;
  const categories: string[] = [];
  for (let number = 0; number < shelves; number += 1)
    categories.push((await makeCategory(installation, school, `Shelf ${number}`)).id);
  const students = await inTenant(installation.database, school.id, (transaction) =>
    transaction
      .selectFrom('students')
      .select('id')
      .where('tenant_id', '=', school.id)
      .orderBy('id')
      .execute(),
  );
  for (let first = 0; first < students.length; first += 1000)
    await allow(
      school,
      students.slice(first, first + 1000).map(({ id }) => id),
    );
  const named = (list: readonly string[], number: number) => list[number % list.length] ?? '';
  for (let first = 0; first < booksInLibrary; first += 500)
    await makeWorks(
      installation,
      school,
      Array.from({ length: 500 }, (_each, place) => {
        const number = first + place;
        return {
          kind: number % 3 === 0 ? ('story' as const) : ('book' as const),
          ...(number % 3 === 0
            ? { chapters: [{ id: uuidv7(), title: '', document: tale(number) }] }
            : { pages: [{ id: uuidv7(), layout: 'text' as const, document: tale(number) }] }),
          title: `${named(manyFirstNames, number)} and the hen of ${named(manyLastNames, number * 7)} ${number}`,
          author_id: students[number % students.length]?.id ?? null,
          visibility: number % 4 === 0 ? ('public' as const) : ('community' as const),
          level: levels[number % levels.length] ?? null,
          categories: [categories[number % shelves] ?? ''],
          created_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000),
        };
      }),
    );
  await makeStudents(installation, school, null, [{ first_name: 'Ada', ...child }]);
  await installation.refreshStatistics();
}

/** One that the teacher of the bench writes, and one on the shelf; both have a drawing on each page. */
export async function makeLongBooks(school: MadeTenant): Promise<{ written: MadeWork; kept: MadeWork }> {
  const { installation, client } = big.server;
  const { user } = await client.signIn(bigSchool.subdomain, bigSchool.teacher, bigSchool.password);
  const documents: WorkDocument[] = [];
  for (let number = 1; number <= pagesOfLongBook; number += 1) {
    const sha256 = await makeDrawing(installation, school, drawing(number));
    const picture = { type: 'picture' as const, attrs: { sha256, alt: 'A hen', width: 'full' as const } };
    documents.push({ type: 'doc', content: [picture, ...words(number).content] });
  }
  const [written, kept] = await makeWorks(installation, school, [
    {
      kind: 'book',
      editor: 'chapters',
      state: 'draft',
      title: 'A long book',
      author_id: user.id,
      pages: [],
      chapters: documents.map((document) => ({ id: uuidv7(), title: '', document })),
    },
    {
      kind: 'book',
      title: 'A book to keep',
      author_id: user.id,
      pages: documents
        .slice(0, pagesOfKeptBook)
        .map((document) => ({ id: uuidv7(), layout: 'picture_above', document })),
    },
  ]);
  if (!written || !kept) throw new Error('No book was made');
  return { written, kept };
}
