import { beforeAll, describe, expect, it } from 'vitest';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { leastAudience } from '#contract/works/works.rules.ts';
import { visibilities, type Visibility } from '#contract/works/works.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { uuidv7 } from 'uuidv7';
import {
  makeDrawing,
  makeStudents,
  makeWorks,
  permitPublic,
  setPrivacy,
  type MadeWork,
} from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { familyCaller, type FamilyCaller } from '../support/families.ts';
import { drawingOf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** A work of a child, made in one of all possible ways. */
interface Sample extends MadeWork {
  sha256: string;
  /** A word that stands in its text alone. */
  canary: string;
  visibility: Visibility;
  privacy: Visibility;
  isPermitted: boolean;
  /** Whose class its author stands in: that of `teacher`, that of `otherTeacher`, or none. */
  place: 'maple' | 'birch' | 'no_class';
}

const samples: Sample[] = [];
const theirs: Sample[] = [];
/** Who reads: each is somebody of greenfield but the last two. */
const readers: { name: string; caller: FamilyCaller }[] = [];

/** One child for each privacy, permission and place, with a published work for each visibility. */
async function makeSamples(school: TestSchool, into: Sample[]): Promise<void> {
  const { context } = world;
  const { tenant } = school;
  const classes = { maple: school.ownClass, birch: school.otherClass, no_class: null };
  for (const place of ['maple', 'birch', 'no_class'] as const) {
    for (const privacy of visibilities) {
      for (const isPermitted of [true, false]) {
        const [child] = await makeStudents(context, tenant, classes[place], [{ first_name: 'Ada' }]);
        if (!child) throw new Error('No student was made');
        await setPrivacy(context, tenant, [child.id], privacy);
        if (isPermitted) await permitPublic(context, tenant, [child.id]);
        for (const visibility of visibilities) {
          const canary = `canary${uuidv7().replaceAll('-', '')}`;
          const sha256 = await makeDrawing(context, tenant, drawingOf(canary));
          const document = documentOf(`Here sits ${canary}.`);
          const [work] = await makeWorks(context, tenant, [
            {
              kind: 'book',
              author_id: child.id,
              visibility,
              title: `The ${canary}`,
              cover: { sha256, alt: canary },
              pages: [{ id: uuidv7(), layout: 'text', document }],
            },
          ]);
          if (work) into.push({ ...work, sha256, canary, visibility, privacy, isPermitted, place });
        }
      }
    }
  }
}

beforeAll(async () => {
  await makeSamples(greenfield, samples);
  await makeSamples(riverside, theirs);
  const signedIn = async (name: string, person: Parameters<typeof world.as>[0], host?: string) =>
    readers.push({ name, caller: await world.as(person, host) });
  await signedIn('visitor', 'visitor');
  readers.push({ name: 'family', caller: await familyCaller(world, greenfield) });
  await signedIn('parent', greenfield.parent);
  await signedIn('student', greenfield.student);
  await signedIn('teacher', greenfield.teacher);
  await signedIn('otherTeacher', greenfield.otherTeacher);
  await signedIn('teacherAdmin', greenfield.teacherAdmin);
  await signedIn('schoolAdmin', greenfield.schoolAdmin);
  await signedIn('organizationAdmin', greenfield.organizationAdmin);
  await signedIn('visitorElsewhere', 'visitor', riverside.host);
  await signedIn('officeElsewhere', riverside.schoolAdmin);
});

/** What is to be seen, said once more and otherwise than the server says it. */
function isSeen(name: string, sample: Sample): boolean {
  const { visibility, privacy, isPermitted, place } = sample;
  const audience = leastAudience(visibility, privacy, isPermitted ? 'public' : 'community');
  switch (name) {
    case 'visitor':
      return audience === 'public';
    case 'family':
    case 'parent':
    case 'student':
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

const describedAs = ({ visibility, privacy, isPermitted, place }: Sample) =>
  `${visibility} by a ${privacy} child in ${place}, ${isPermitted ? 'with' : 'without'} a permission`;

async function get({ caller }: { caller: FamilyCaller }, url: string) {
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
        const status = isSeen(reader.name, sample) ? 200 : 404;
        answered.push(`${reader.name}: ${describedAs(sample)}: ${statuses.join()}`);
        expected.push(`${reader.name}: ${describedAs(sample)}: ${statuses.map(() => status).join()}`);
      }
    }
    expect(answered).toEqual(expected);
  });

  it('stands in the lists of exactly those who may, and is found by its text by nobody else', async () => {
    for (const reader of readers) {
      const seen = samples.filter((sample) => isSeen(reader.name, sample)).map(({ id }) => id);
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
            isSeen(reader.name, sample),
          ]);
        }
      }
    }
  });

  it('of the other school is nowhere, for nobody', async () => {
    const canaries = theirs.flatMap(({ id, canary }) => [id, canary]);
    for (const reader of readers.filter(({ name }) => !name.endsWith('Elsewhere'))) {
      for (const url of [
        '/api/works/?limit=100',
        '/api/library-shelves/',
        '/api/work-credits/',
        '/api/categories/',
      ])
        expect(canaries.filter((text) => JSON.stringify(text).includes(url))).toEqual([]);
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
