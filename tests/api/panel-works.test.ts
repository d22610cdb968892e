import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchedAssetPath } from '#contract/monitoring/monitoring.rules.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import type { PanelWorkQuery } from '#contract/panel/works.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { makeDrawing, makeWorks, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { monitoringOfFile } from '../support/monitoring.ts';
import { drawingOf, fillShelf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

let log = '';
const { world, greenfield, riverside } = worldOfFile({ log: { write: (line) => (log += line) } });
const monitoring = monitoringOfFile({ world, greenfield, riverside });

let platform: Caller;
let hen: { id: string; sha256: string };
/** Of riverside, and for nobody beyond it. */
let kept: { id: string; sha256: string };

const list = (query: Partial<PanelWorkQuery> = {}) =>
  world.call(platform, panelWorkEndpoints.listWorks, { query });
const titles = async (query: Partial<PanelWorkQuery> = {}) =>
  (await list(query)).results.map(({ title }) => title).toSorted();
const place = (school: TestSchool, workId: string) => ({ params: { tenantId: school.tenant.id, workId } });
const read = (school: TestSchool, id: string) =>
  world.call(platform, panelWorkEndpoints.readWork, place(school, id));
const refusedRead = (school: TestSchool, id: string) =>
  world.refusal(platform, panelWorkEndpoints.readWork, place(school, id));
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;
const asset = async (school: TestSchool, workId: string, sha256: string, caller = platform) =>
  (await world.request(caller, 'GET', watchedAssetPath({ tenantId: school.tenant.id, workId }, sha256)))
    .status;

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  const { context } = world;
  const { book, sha256 } = await fillShelf(context, greenfield);
  await setPrivacy(context, greenfield.tenant, [greenfield.student.id], 'public');
  await rows(`update works set visibility = 'public' where tenant_id = $1`, [greenfield.tenant.id]);
  hen = { id: book.id, sha256 };
  const [child] = riverside.students;
  if (!child) throw new Error('Riverside has no child');
  const picture = await makeDrawing(context, riverside.tenant, drawingOf('A canary picture'));
  const shared = { state: 'published', author_id: null } as const;
  const [mine] = await makeWorks(context, riverside.tenant, [
    {
      kind: 'story',
      author_id: child.id,
      state: 'published',
      visibility: 'public',
      pen_name: 'canary-pen',
      title: 'The canary that was private',
      blurb: 'A sentence of the canary.',
      cover: { sha256: picture, alt: 'canary' },
      chapters: [{ id: uuidv7(), title: 'Canary', document: documentOf('A canary sang.') }],
    },
    {
      ...shared,
      kind: 'book',
      visibility: 'public',
      title: 'The heron',
      pen_name: 'Old Tale',
      language: 'pt',
      level: 'early',
      sdgs: [14],
    },
    { ...shared, kind: 'book', visibility: 'community', title: 'The canary of the school' },
    { kind: 'story', author_id: child.id, state: 'draft', visibility: 'public', title: 'A canary draft' },
  ]);
  if (!mine) throw new Error('No work was made');
  // No guardian said a word.
  await setPrivacy(context, riverside.tenant, [child.id], 'public');
  kept = { id: mine.id, sha256: picture };
});

describe('works of all schools', () => {
  it('are those that a stranger may see, with what a stranger sees', async () => {
    expect(await titles()).toEqual(['The fox', 'The hen', 'The heron']);
    const { results, count, next } = await list({ search: 'hen' });
    expect({ count, next }).toEqual({ count: 1, next: null });
    expect(results).toMatchObject([
      {
        id: hen.id,
        tenant: { id: greenfield.tenant.id, school_name: greenfield.tenant.school_name },
        kind: 'book',
        byline: 'Zoë',
        cover: { sha256: hen.sha256, alt: 'A hen' },
        reports: 0,
      },
    ]);
    const names = await rows<{ last_name: string }>('select last_name from users where id = $1', [
      greenfield.student.id,
    ]);
    expect(JSON.stringify(results)).not.toContain(names[0]?.last_name);
  });

  it('say no word of what is private, in the list, by a search or in the log', async () => {
    const asked = [
      await list(),
      await list({ tenant_id: riverside.tenant.id }),
      await list({ search: 'canary' }),
      await list({ search: 'ca' }),
      await list({ search: 'sang' }),
    ];
    expect(asked.map(({ count }) => count)).toEqual([3, 1, 0, 0, 0]);
    expect(JSON.stringify(asked)).not.toMatch(/canary/iu);
    expect(log).not.toMatch(/canary[- ]pen|canary (?:sang|that|of)/iu);
  });

  it('count what is kept by schools, of one where one is chosen, and not where the list is narrowed down', async () => {
    await rows(
      `insert into tenant_numbers values ($1, 1, 1, 1, 5, 9, 2, 1, 0, 0, now()), ($2, 1, 1, 1, 2, 2, 1, 1, 0, 0, now())
       on conflict (tenant_id) do update set books = excluded.books, stories = excluded.stories, public_works = excluded.public_works`,
      [greenfield.tenant.id, riverside.tenant.id],
    );
    expect((await list()).kept).toBe(15);
    expect((await list({ tenant_id: riverside.tenant.id })).kept).toBe(3);
    expect((await list({ kind: 'book' })).kept).toBeNull();
    expect((await list({ search: 'hen' })).kept).toBeNull();
  });

  it('are narrowed down by kind, school, language, level, goal and when they were published', async () => {
    expect(await titles({ kind: 'story' })).toEqual(['The fox']);
    expect(await titles({ tenant_id: riverside.tenant.id })).toEqual(['The heron']);
    expect(await titles({ language: 'pt' })).toEqual(['The heron']);
    expect(await titles({ level: 'early' })).toEqual(['The heron']);
    expect(await titles({ goal: 14 })).toEqual(['The heron']);
    await rows(`update works set published_at = now() - interval '20 days' where title = 'The heron'`);
    expect(await titles({ published: 'week' })).toEqual(['The fox', 'The hen']);
    expect(await titles({ published: 'month', search: 'the heron' })).toEqual(['The heron']);
    const refused = await world.request(platform, 'GET', '/api/v1/panel/works/?goal=18');
    expect(refused.status).toBe(400);
  });

  it('go on where the page before ended', async () => {
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await list({ limit: 1, ...(after !== undefined && { after }) });
      seen.push(...page.results.map(({ id }) => id));
      if (page.next === null) break;
      after = new URLSearchParams(page.next).get('after') ?? '';
    }
    expect(new Set(seen).size).toBe(3);
    expect(seen).toHaveLength(3);
  });

  it('are without those of a school that rests, and of a child who went private', async () => {
    await rows('update tenants set suspended_at = now() where id = $1', [riverside.tenant.id]);
    expect(await titles()).toEqual(['The fox', 'The hen']);
    await rows('update tenants set suspended_at = null where id = $1', [riverside.tenant.id]);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'private');
    expect(await titles()).toEqual(['The heron']);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'public');
  });
});

describe('law 3: a text', () => {
  it('is read where a stranger may read it, and the audit of both says so', async () => {
    const text = await read(greenfield, hen.id);
    expect(text).toMatchObject({ is_public: true, watch: null, text: { title: 'The hen' } });
    expect(text.url).toMatch(/greenfield\.localhost(?::\d+)?\/library\/the-hen-[0-9a-f]+$/u);
    const noted = await rows<{ tenant_id: string; home: string | null }>(
      `select entry.tenant_id, actor.home_user_id as home from audit_entries as entry
       left join users as actor on actor.tenant_id = entry.tenant_id and actor.id = entry.actor_id
       where entry.action = 'panel.work_looked_at' and entry.subject_id = $1`,
      [hen.id],
    );
    expect(noted).toHaveLength(2);
    expect(noted).toContainEqual({ tenant_id: greenfield.tenant.id, home: world.platformAdmin.id });
    expect(noted).toContainEqual({ tenant_id: world.platform.id, home: null });
    expect(await asset(greenfield, hen.id, hen.sha256)).toBe(200);
  });

  it('is not read where it is private, in another school’s name or nowhere, and nothing is noted', async () => {
    const before = await rows('select id from audit_entries');
    for (const [school, id] of [
      [riverside, kept.id],
      [riverside, hen.id],
      [greenfield, uuidv7()],
    ] as const)
      expect(await refusedRead(school, id)).toMatchObject({ status: 404, code: 'panel.work_not_found' });
    expect(
      await world.refusal(platform, panelWorkEndpoints.readWork, {
        params: { tenantId: uuidv7(), workId: hen.id },
      }),
    ).toMatchObject({ status: 404 });
    expect(await rows('select id from audit_entries')).toHaveLength(before.length);
    expect(await asset(riverside, kept.id, kept.sha256)).toBe(404);
    expect(await asset(riverside, hen.id, hen.sha256)).toBe(404);
    expect(await asset(greenfield, hen.id, hen.sha256, await world.as(greenfield.schoolAdmin))).not.toBe(200);
  });

  it('is read while it is in book monitoring, though no stranger may read it', async () => {
    const watched = await monitoring.story(riverside, { visibility: 'community' });
    expect(await refusedRead(riverside, watched.id)).toMatchObject({ status: 404 });
    await monitoring.tell(watched);
    expect(await titles({ reports: 'open' })).toEqual([]);
    const text = await read(riverside, watched.id);
    expect(text).toMatchObject({ is_public: false, url: null, watch: 'waiting', reports: 1 });
    expect(text.text.parts).toHaveLength(1);
  });
});
