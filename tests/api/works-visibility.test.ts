import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { leastAudience } from '#contract/works/works.rules.ts';
import { visibilities, type Visibility } from '#contract/works/works.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import {
  makeDrawing,
  makeStudent,
  makeStudents,
  makeWorks,
  permitPublic,
  setPrivacy,
  type MadeWork,
} from '#server/seeds/factories.ts';
import { urlOf, type Caller, type Person, type TestSchool } from '../support/api-world.ts';
import { familyCaller, type FamilyCaller } from '../support/families.ts';
import { drawingOf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** Whose work it is. An adult, and nobody here, have no limit but what the work itself says. */
interface Author {
  id: string | null;
  privacy: Visibility;
  isPermitted: boolean;
  /** Whose class they stand in: that of `teacher`, that of `otherTeacher`, or none. */
  place: 'maple' | 'birch' | 'no_class' | 'staff' | 'nobody';
}

/** A published work, made in one of all possible ways. */
interface Sample extends MadeWork {
  sha256: string;
  pageId: string;
  /** A word that stands in its text alone. */
  canary: string;
  visibility: Visibility;
  author: Author;
}

interface Reader {
  name: string;
  caller: FamilyCaller;
  /** Of those who may have made something themselves. */
  id?: string;
}

const samples: Sample[] = [];
const theirs: Sample[] = [];
/** Who reads: each is somebody of greenfield but the last two. */
const readers: Reader[] = [];
/** Children of both classes whose works nobody else is to see, as ones who can sign in. */
const accounts = {
  maple: { username: 'maple-otter-77', password: 'quiet-otter-77' },
  birch: { username: 'birch-otter-77', password: 'quiet-otter-77' },
};

/** One child for each privacy, permission and place; a teacher; and nobody. */
async function makeAuthors({ tenant, ownClass, otherClass, teacher }: TestSchool): Promise<Author[]> {
  const authors: Author[] = [];
  const classes = { maple: ownClass, birch: otherClass, no_class: null };
  for (const place of ['maple', 'birch', 'no_class'] as const) {
    for (const privacy of visibilities) {
      for (const isPermitted of [true, false]) {
        const hasAccount = place !== 'no_class' && privacy === 'private' && !isPermitted;
        const account = hasAccount ? accounts[place] : {};
        const { id } = await makeStudent(world.context, tenant, classes[place], {
          first_name: 'Ada',
          ...account,
        });
        await setPrivacy(world.context, tenant, [id], privacy);
        if (isPermitted) await permitPublic(world.context, tenant, [id]);
        authors.push({ id, privacy, isPermitted, place });
      }
    }
  }
  const grown = { privacy: 'public', isPermitted: true } as const;
  return [...authors, { id: teacher.id, place: 'staff', ...grown }, { id: null, place: 'nobody', ...grown }];
}

/** A published work of each visibility for each author. */
async function makeSamples(school: TestSchool, into: Sample[]): Promise<void> {
  const { context } = world;
  const { tenant } = school;
  for (const author of await makeAuthors(school)) {
    for (const visibility of visibilities) {
      const canary = `canary${uuidv7().replaceAll('-', '')}`;
      const sha256 = await makeDrawing(context, tenant, drawingOf(canary));
      const pageId = uuidv7();
      const [work] = await makeWorks(context, tenant, [
        {
          kind: 'book',
          author_id: author.id,
          visibility,
          title: `The ${canary}`,
          cover: { sha256, alt: canary },
          pages: [{ id: pageId, layout: 'text', document: documentOf(`Here sits ${canary}.`) }],
        },
      ]);
      if (work) into.push({ ...work, sha256, pageId, canary, visibility, author });
    }
  }
}

beforeAll(async () => {
  await makeSamples(greenfield, samples);
  await makeSamples(riverside, theirs);
  const signedIn = async (name: string, person: Person, host?: string) =>
    readers.push({ name, caller: await world.as(person, host), id: person.id });
  const authorIn = async (place: 'maple' | 'birch') => {
    const { author } =
      samples.find((sample) => sample.author.place === place && isSecret(sample.author)) ?? {};
    await signedIn(`author in ${place}`, {
      id: author?.id ?? '',
      tenant_id: greenfield.tenant.id,
      ...accounts[place],
    });
  };
  readers.push({ name: 'visitor', caller: await world.as('visitor') });
  readers.push({ name: 'family', caller: await familyCaller(world, greenfield) });
  await signedIn('parent', greenfield.parent);
  await signedIn('student', greenfield.student);
  await authorIn('maple');
  await authorIn('birch');
  await signedIn('teacher', greenfield.teacher);
  await signedIn('otherTeacher', greenfield.otherTeacher);
  await signedIn('teacherAdmin', greenfield.teacherAdmin);
  await signedIn('schoolAdmin', greenfield.schoolAdmin);
  await signedIn('organizationAdmin', greenfield.organizationAdmin);
  readers.push({ name: 'visitorElsewhere', caller: await world.as('visitor', riverside.host) });
  await signedIn('officeElsewhere', riverside.schoolAdmin);
});

const isSecret = ({ privacy, isPermitted }: Author) => privacy === 'private' && !isPermitted;

/** What is to be seen, said once more and otherwise than the server says it. */
function isSeen({ name, id }: Reader, { visibility, author }: Sample): boolean {
  const { privacy, isPermitted, place } = author;
  const audience = leastAudience(visibility, privacy, isPermitted ? 'public' : 'community');
  if (id !== undefined && id === author.id) return true;
  switch (name) {
    case 'visitor':
      return audience === 'public';
    case 'family':
    case 'parent':
    case 'student':
    case 'author in maple':
    case 'author in birch':
      return audience !== 'private';
    case 'teacher':
      return place === 'maple' || audience !== 'private';
    case 'otherTeacher':
      return place === 'birch' || audience !== 'private';
    case 'teacherAdmin':
    case 'schoolAdmin':
    case 'organizationAdmin':
      return true;
    default:
      return false;
  }
}

const describedAs = ({ visibility, author: { privacy, isPermitted, place } }: Sample) =>
  `${visibility} by a ${privacy} author (${place}), ${isPermitted ? 'with' : 'without'} a permission`;

async function get({ caller }: Pick<Reader, 'caller'>, url: string) {
  const headers = caller.cookie === undefined ? {} : { cookie: caller.cookie };
  return await world.request(caller, 'GET', url, { headers });
}

describe('a published work', () => {
  it('is read, page by page and picture by picture, by exactly those who may', async () => {
    const answered: string[] = [];
    const expected: string[] = [];
    for (const reader of readers) {
      for (const [number, sample] of samples.entries()) {
        const statuses = [];
        const ways = [
          `/api/works/${sample.slug}/`,
          `/api/works/${sample.id}/pages/`,
          `/api/works/${sample.id}/chapters/`,
        ];
        for (const url of [
          `/api/works/${sample.id}/`,
          `/api/assets/${sample.sha256}/`,
          ways[number % ways.length] ?? '',
        ]) {
          const { status, body } = await get(reader, url);
          statuses.push(status);
          if (status !== 200) expect(JSON.stringify(body)).not.toContain(sample.canary);
        }
        const status = isSeen(reader, sample) ? 200 : 404;
        answered.push(`${reader.name}: ${describedAs(sample)}: ${statuses.join()}`);
        expected.push(`${reader.name}: ${describedAs(sample)}: ${statuses.map(() => status).join()}`);
      }
    }
    expect(answered).toEqual(expected);
  });

  it('stands in the lists of exactly those who may, and is found by its text by nobody else', async () => {
    for (const reader of readers) {
      const seen = samples.filter((sample) => isSeen(reader, sample)).map(({ id }) => id);
      const listed: string[] = [];
      for (let offset = 0; ; offset += 100) {
        const { body } = await get(reader, `/api/works/?limit=100&offset=${offset}`);
        const { results, next, count } = body as {
          results: { id: string }[];
          next: string | null;
          count: number;
        };
        listed.push(...results.map(({ id }) => id));
        if (next === null) {
          expect([reader.name, count]).toEqual([reader.name, listed.length]);
          break;
        }
      }
      const ours = new Set(samples.map(({ id }) => id));
      expect([reader.name, listed.filter((id) => ours.has(id)).toSorted()]).toEqual([
        reader.name,
        seen.toSorted(),
      ]);
      for (const sample of samples.filter((_each, place) => place % 5 === 0)) {
        for (const url of [`/api/works/?search=${sample.canary}`, `/api/combined/?search=${sample.canary}`]) {
          const { status, body } = await get(reader, url);
          expect([reader.name, url, status]).toEqual([reader.name, url, 200]);
          expect([reader.name, describedAs(sample), url, JSON.stringify(body).includes(sample.id)]).toEqual([
            reader.name,
            describedAs(sample),
            url,
            isSeen(reader, sample),
          ]);
        }
      }
    }
  });

  it('of the other school is nowhere, for nobody', async () => {
    const canaries = theirs.flatMap(({ id, canary }) => [id, canary]);
    for (const reader of readers.filter(({ name }) => !name.endsWith('Elsewhere'))) {
      for (const { id, slug, sha256 } of theirs.slice(0, 9))
        for (const url of [`/api/works/${id}/`, `/api/works/${slug}/`, `/api/assets/${sha256}/`])
          expect([reader.name, url, (await get(reader, url)).status]).toEqual([reader.name, url, 404]);
      for (const url of ['/api/works/?limit=100&state=any', '/api/library-shelves/', '/api/work-credits/']) {
        const { status, body } = await get(reader, url);
        expect([reader.name, url, status]).toEqual([reader.name, url, 200]);
        expect(canaries.filter((text) => JSON.stringify(body).includes(text))).toEqual([]);
      }
    }
  });
});

/** All that can be asked by an endpoint about a work, by whoever knows its ids and words. */
function questions({ path, query }: Endpoint, sample: Sample): string[] {
  const { id, pageId, canary, author } = sample;
  const known: Readonly<Record<string, string>> = {
    chapterId: pageId,
    studentId: author.id ?? id,
    userId: author.id ?? id,
  };
  const names = [...path.matchAll(/:(\w+)/gu)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, known[name] ?? id]));
  const asked = query && 'entries' in query ? Object.keys(query.entries as object) : [];
  // As much as an answer has, where that is not more than may be asked for.
  const much = { limit: '100' };
  const page: Record<string, string> =
    asked.includes('limit') && query && v.safeParse(query, much).success ? much : {};
  const filters = { search: canary, author: author.id ?? 'me', state: 'any' };
  return [
    urlOf({ path }, { params, query: page }),
    ...Object.entries(filters).flatMap(([name, value]) =>
      asked.includes(name) ? [urlOf({ path }, { params, query: { ...page, [name]: value } })] : [],
    ),
  ];
}

describe('whatever is asked', () => {
  const asking = endpoints.filter(({ method, answers }) => method === 'GET' && answers !== 'events');

  it('no answer tells of a work to those whom it is not for', async () => {
    const leaks: string[] = [];
    const telling = new Set<string>();
    for (const reader of readers) {
      const ofOtherSchool = reader.name.endsWith('Elsewhere') ? [] : theirs;
      const hidden = [...samples.filter((sample) => !isSeen(reader, sample)), ...ofOtherSchool];
      const secrets = hidden.flatMap(({ id, canary, sha256, pageId }) => [id, canary, sha256, pageId]);
      // Of each kind of author one, and one of the other school; and one that is to be seen.
      const places = ['maple', 'birch', 'staff'];
      const about = places.flatMap((place) => hidden.find(({ author }) => author.place === place) ?? []);
      about.push(
        ...ofOtherSchool.slice(0, 1),
        ...samples.filter((sample) => isSeen(reader, sample)).slice(0, 1),
      );
      for (const endpoint of asking) {
        for (const url of new Set(about.flatMap((sample) => questions(endpoint, sample)))) {
          const { body } = await get(reader, url);
          const text = JSON.stringify(body ?? null);
          if (text.includes('canary')) telling.add(endpoint.name);
          const told = secrets.filter((secret) => text.includes(secret) && !url.includes(secret));
          if (told.length > 0) leaks.push(`${reader.name}: ${url}: ${told.join()}`);
        }
      }
    }
    expect(leaks).toEqual([]);
    // The words are ones that would be heard.
    expect([...telling]).toEqual(
      expect.arrayContaining(
        [workEndpoints.list, workEndpoints.read, workEndpoints.listPages, libraryEndpoints.searchAll].map(
          ({ name }) => name,
        ),
      ),
    );
  });
});

describe('a work that is not published', () => {
  const states = ['draft', 'submitted', 'returned', 'approved', 'withdrawn', 'archived'] as const;

  it.each(states)('as %s is seen by its author and those who look after the author alone', async (state) => {
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: greenfield.student.id, visibility: 'public', state },
    ]);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'public');
    const see = async (caller: FamilyCaller) => (await get({ caller }, `/api/works/${work?.id}/`)).status;
    for (const who of ['student', 'teacher', 'teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)
      expect([who, await see(await world.as(greenfield[who]))]).toEqual([who, 200]);
    for (const who of ['otherTeacher', 'parent'] as const)
      expect([who, await see(await world.as(greenfield[who]))]).toEqual([who, 404]);
    expect(await see(await world.as('visitor'))).toBe(404);
    expect(await see(await familyCaller(world, greenfield))).toBe(404);
    expect(await see(await world.as(riverside.schoolAdmin))).toBe(404);
  });

  it('is not on the shelf, but in the list of its author', async () => {
    const author = await world.as(greenfield.student);
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: greenfield.student.id, state: 'draft', title: 'Not ready' },
    ]);
    const listed = async (caller: Caller, query: { state?: 'any'; author?: 'me' }) =>
      (await world.call(caller, workEndpoints.list, { query: { limit: 100, ...query } })).results.map(
        ({ id }) => id,
      );
    expect(await listed(author, {})).not.toContain(work?.id);
    expect(await listed(author, { state: 'any', author: 'me' })).toContain(work?.id);
    expect(await listed(await world.as(greenfield.parent), { state: 'any' })).not.toContain(work?.id);
    expect(await listed(await world.as('visitor'), { state: 'any', author: 'me' })).toEqual([]);
  });
});

describe('who wrote it', () => {
  it('is told to the staff who look after the child, and to the child; all others read a first name', async () => {
    const [child] = await makeStudents(world.context, greenfield.tenant, greenfield.ownClass, [
      { first_name: 'Wilhelmina', last_name: 'Secretsurname' },
    ]);
    if (!child) throw new Error('No student was made');
    await setPrivacy(world.context, greenfield.tenant, [child.id], 'public');
    await permitPublic(world.context, greenfield.tenant, [child.id]);
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { author_id: child.id, visibility: 'public', title: 'By a child' },
    ]);
    const params = { workId: work?.id ?? '' };
    for (const { name, caller } of readers.filter((each) => !each.name.endsWith('Elsewhere'))) {
      const isTold = ['teacher', 'teacherAdmin', 'schoolAdmin', 'organizationAdmin'].includes(name);
      const { body } = await get({ caller }, `/api/works/${params.workId}/`);
      expect([name, body]).toMatchObject([name, { byline: 'Wilhelmina' }]);
      const text = JSON.stringify(body);
      expect([name, text.includes('Secretsurname'), text.includes(child.id)]).toEqual([name, isTold, isTold]);
      const asked = await get({ caller }, `/api/works/?author=${child.id}`);
      expect([name, asked.body]).toMatchObject([name, { count: isTold ? 1 : 0 }]);
    }
  });

  it('is found in the search of everything only by the staff who look after the child', async () => {
    const search = { query: { search: 'siobhan' } };
    const found = async (who: 'teacher' | 'otherTeacher' | 'schoolAdmin' | 'student' | 'parent') =>
      (await world.call(await world.as(greenfield[who]), libraryEndpoints.searchAll, search)).people;
    const idIn = (students: readonly { id: string; first_name: string }[]) =>
      students.find(({ first_name }) => first_name === 'Siobhán')?.id;
    expect((await found('teacher')).results.map(({ id }) => id)).toEqual([idIn(greenfield.students)]);
    expect((await found('otherTeacher')).results.map(({ id }) => id)).toEqual([
      idIn(greenfield.otherStudents),
    ]);
    expect((await found('schoolAdmin')).count).toBe(2);
    expect(await found('student')).toEqual({ count: 0, results: [] });
    expect(await found('parent')).toEqual({ count: 0, results: [] });
  });
});
