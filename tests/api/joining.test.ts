import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { createJoinLinks } from '#server/modules/content-editing/join-links.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { addLiveVersion, makeLivePage } from '../support/content-pages.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const minute = 60_000;
const link = 'https://meet.example.org/canary-room?pwd=canary-secret';

const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * minute).toISOString();

const headOf = (starts_at: string, more: Readonly<Record<string, unknown>> = {}) => ({
  kind: 'event',
  title: 'Ask the author',
  summary: 'A lesson',
  starts_at,
  minutes: 40,
  online: true,
  ...more,
});

/** Keeps where an event is joined, as its editors do. */
async function setLink(by: Person, id: string, to: string | null = link) {
  return await world.call(await world.as(by), editorEndpoints.setJoinLink, {
    params: { id },
    body: { link: to },
  });
}

/** An event of the platform, where no school is named, that begins then. */
async function makeEvent(
  starts: number,
  { by = world.platformAdmin, head = {} }: { by?: Person; head?: Readonly<Record<string, unknown>> } = {},
): Promise<string> {
  const id = await makeLivePage(world, by.tenant_id, headOf(inMinutes(starts), head));
  await setLink(by, id);
  return id;
}

const join = async (person: Person, pageId: string) =>
  await world.call(await world.as(person), learningEndpoints.joinEvent, { params: { pageId } });
const refusal = async (caller: Caller, pageId: string) =>
  (await world.refusal(caller, learningEndpoints.joinEvent, { params: { pageId } })).code;
const refusalOf = async (person: Person, pageId: string) => await refusal(await world.as(person), pageId);

describe('an event that is joined', () => {
  it('gives its link to the staff of each school from 15 minutes before it begins until it ends', async () => {
    const event = await makeEvent(16);
    expect(await refusalOf(greenfield.teacher, event)).toBe('learning.join_closed');
    world.clock.advance(minute);
    expect(await join(greenfield.teacher, event)).toEqual({ link });
    expect(await join(riverside.schoolAdmin, event)).toEqual({ link });
    world.clock.advance(54 * minute);
    expect(await join(greenfield.otherTeacher, event)).toEqual({ link });
    world.clock.advance(minute);
    expect(await refusalOf(greenfield.teacher, event)).toBe('learning.join_closed');
    const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string; details: unknown }>(
      `select tenant_id, details from audit_entries where action = 'learning.event_joined' and subject_id = $1`,
      [event],
    );
    expect(rows.map(({ tenant_id }) => tenant_id).toSorted()).toEqual(
      [greenfield, greenfield, riverside].map(({ tenant }) => tenant.id).toSorted(),
    );
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('gives it to no visitor, child, family or guest, and to nobody who is signed in elsewhere', async () => {
    const event = await makeEvent(5);
    for (const person of [greenfield.student, greenfield.parent])
      expect(await refusalOf(person, event)).toBe('request.forbidden');
    expect(await refusal(await world.as('visitor', greenfield.host), event)).toBe('request.unauthenticated');
    const { access } = await world.as(greenfield.teacher);
    expect(await refusal({ host: riverside.host, access }, event)).toBe('request.unauthenticated');
  });

  it('of a school is joined by its own staff, and is not there for another school', async () => {
    const own = await makeEvent(5, { by: greenfield.schoolAdmin });
    expect(await join(greenfield.teacher, own)).toEqual({ link });
    expect(await refusalOf(riverside.teacher, own)).toBe('content.not_found');
    const rows = await inTenant(world.context.database, riverside.tenant.id, (transaction) =>
      transaction.selectFrom('live_joins').select('page_id').where('page_id', '=', own).execute(),
    );
    expect(rows).toEqual([]);
  });

  it('is not joined where the school hides it, it is called off, not online, without a link, or no event', async () => {
    const hidden = await makeEvent(5);
    await world.call(await world.as(riverside.schoolAdmin), editorEndpoints.choose, {
      params: { id: hidden },
      body: { choice: 'hidden' },
    });
    expect(await refusalOf(riverside.teacher, hidden)).toBe('content.not_found');
    expect(await join(greenfield.teacher, hidden)).toEqual({ link });
    const calledOff = await makeEvent(5, { head: { called_off: true } });
    const here = await makeEvent(5, { head: { online: false } });
    const removed = await makeEvent(5);
    expect(await setLink(world.platformAdmin, removed, null)).toEqual({ join_host: null });
    for (const event of [calledOff, here, removed])
      expect(await refusalOf(greenfield.teacher, event)).toBe('learning.no_join_link');
    for (const event of [await makeLivePage(world), uuidv7()])
      expect(await refusalOf(greenfield.teacher, event)).toBe('content.not_found');
  });

  it('that is moved is joined at its new time, by the same link', async () => {
    const event = await makeEvent(5);
    await addLiveVersion(world, { id: event }, 2, headOf(inMinutes(60)));
    expect(await refusalOf(greenfield.teacher, event)).toBe('learning.join_closed');
    world.clock.advance(50 * minute);
    expect(await join(greenfield.teacher, event)).toEqual({ link });
  });
});

describe('a link to join', () => {
  it('is set by editors of the page alone, who see no more of it than its host', async () => {
    const event = await makeEvent(5);
    const edit = await world.call(await world.as(world.platformAdmin), editorEndpoints.edit, {
      params: { id: event },
      query: {},
    });
    expect(edit.join_host).toBe('meet.example.org');
    expect(JSON.stringify(edit)).not.toContain('canary');
    const input = { params: { id: event }, body: { link: 'https://other.example.org/' } };
    for (const person of [greenfield.schoolAdmin, riverside.schoolAdmin]) {
      const { code } = await world.refusal(await world.as(person), editorEndpoints.setJoinLink, input);
      expect(code).toBe('content.not_found');
    }
    expect(await join(greenfield.teacher, event)).toEqual({ link });
    expect(await setLink(world.platformAdmin, event, ' https://other.example.org/room ')).toEqual({
      join_host: 'other.example.org',
    });
    expect(await join(greenfield.teacher, event)).toEqual({ link: 'https://other.example.org/room' });
  });

  it.each([
    'http://meet.example.org/',
    'javascript:alert(1)',
    '/library',
    'https://ada@meet.example.org/',
    '',
  ])('is refused at its field where it is no https address: %j', async (wrong) => {
    const event = await makeEvent(5);
    const { status, errors } = await world.refusal(
      await world.as(world.platformAdmin),
      editorEndpoints.setJoinLink,
      { params: { id: event }, body: { link: wrong } },
    );
    expect([status, errors]).toEqual([400, { link: ['Paste the whole link. It begins with https://'] }]);
  });

  it('is for events', async () => {
    const page = await makeLivePage(world);
    const { errors } = await world.refusal(await world.as(world.platformAdmin), editorEndpoints.setJoinLink, {
      params: { id: page },
      body: { link },
    });
    expect(errors).toEqual({ link: ['Only an event is joined'] });
  });

  it('is in no page, list, calendar file, map, search or audit, and sealed in the database', async () => {
    const own = await makeEvent(10, { by: greenfield.schoolAdmin });
    const shared = await makeEvent(10);
    await join(greenfield.teacher, shared);
    const { rows: pages } = await world.testDatabase.administrator.query<{ slug: string }>(
      'select slug from content_pages where id = any($1)',
      [[own, shared]],
    );
    const seen: string[] = [];
    const look = async (caller: Caller, url: string) => {
      const { statusCode, body, headers } = await world.app.inject({
        method: 'GET',
        url,
        headers: {
          host: caller.host,
          accept: 'text/html,*/*',
          ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
        },
      });
      seen.push(body, JSON.stringify(headers));
      return statusCode;
    };
    const callers: Caller[] = [
      await world.as('visitor', 'localhost'),
      await world.as('visitor', greenfield.host),
      await world.as(greenfield.student),
      await world.as(greenfield.parent),
      await world.as(greenfield.teacher),
      await world.as(greenfield.schoolAdmin),
      await world.as(riverside.teacher),
      await world.as(world.platformAdmin),
    ];
    for (const caller of callers) {
      const ofPages = pages.flatMap(({ slug }) => [
        `/live/${slug}`,
        `/live/${slug}.ics`,
        `/api/content/event/${slug}/`,
      ]);
      // Twice: the second one comes out of the cache.
      for (const url of [...ofPages, ...ofPages, '/live', '/', '/sitemap.xml', '/robots.txt'])
        await look(caller, url);
      expect(await look(caller, '/api/content/?kind=event&limit=200')).toBe(200);
      await look(caller, '/api/combined/?search=author');
      await look(caller, '/api/v1/content/?limit=200');
      for (const id of [own, shared]) {
        await look(caller, `/api/v1/content/${id}/`);
        await look(caller, `/api/v1/content/${id}/versions/`);
      }
    }
    const read = await world.call(await world.as(greenfield.teacher), contentEndpoints.list, {
      query: { kind: 'event' },
    });
    expect(read.results.map(({ id }) => id)).toEqual(expect.arrayContaining([own, shared]));
    expect(seen.join(' ')).toContain('Ask the author');
    expect(seen.join(' ')).not.toMatch(/canary|meet\.example\.org\//u);
    const { rows } = await world.testDatabase.administrator.query<{ text: string }>(
      `select concat_ws(' ',
         (select string_agg(to_jsonb(kept)::text, ' ') from content_versions as kept),
         (select string_agg(to_jsonb(kept)::text, ' ') from audit_entries as kept),
         (select string_agg(to_jsonb(kept)::text, ' ') from idempotency_keys as kept),
         (select string_agg(encode(sealed_link, 'escape'), ' ') from live_joins)) as text`,
    );
    expect(rows[0]?.text).toContain('Ask the author');
    expect(rows[0]?.text).not.toContain('canary');
  });

  it('opens at its own page alone, whatever row it is copied to', async () => {
    const [one, other] = [await makeEvent(5), await makeEvent(5)];
    await world.testDatabase.administrator.query(
      `update live_joins set sealed_link = (select sealed_link from live_joins where page_id = $1) where page_id = $2`,
      [one, other],
    );
    const links = createJoinLinks({ secretKey: testSecretKey });
    const find = (id: string) =>
      inTenant(world.context.database, world.platform.id, (transaction) => links.find(transaction, id));
    expect(await find(one)).toBe(link);
    await expect(find(other)).rejects.toThrow();
  });
});
