import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import { offeredModes } from '#contract/modes/modes.rules.ts';
import { platformModeEndpoints } from '#contract/modes/platform-modes.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { photograph } from '../support/pictures.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const schools = [greenfield, riverside];

let platform: Caller;
let begun: string[] = [];

const managed = async () => (await world.call(platform, platformModeEndpoints.list, {})).results;
const modesFor = async (caller: Caller) =>
  (await world.call(caller, modeEndpoints.list, { query: {} })).results;
const offeredTo = async (caller: Caller) => offeredModes(await modesFor(caller)).map(({ name }) => name);

/** The last entry about modes in the platform's own audit. */
async function lastAudited() {
  const { rows } = await world.testDatabase.administrator.query<{ action: string; details: object }>(
    `select action, details from audit_entries
     where tenant_id = $1 and action like 'modes.%' order by id desc limit 1`,
    [world.platform.id],
  );
  return rows[0];
}

async function modeNamed(name: string) {
  const found = (await managed()).find((mode) => mode.name === name);
  if (!found) throw new Error(`No mode is called ${name}`);
  return found;
}

const update = async (name: string, body: object) => ({ params: { id: (await modeNamed(name)).id }, body });
const change = async (name: string, body: object) =>
  await world.call(platform, platformModeEndpoints.update, await update(name, body));
const refusedChange = async (name: string, body: object) =>
  await world.refusal(platform, platformModeEndpoints.update, await update(name, body));

async function form(name: string, rest: object = {}) {
  const { file } = await photograph('#336699', { width: 1200, height: 1200 });
  return { body: { id: uuidv7(), name, active: true, image: file, ...rest } };
}

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  begun = (await managed()).map(({ name }) => name);
});

// Back to the six modes of the beginning.
afterEach(async () => {
  const { administrator } = world.testDatabase;
  await administrator.query('delete from mode_locks');
  await administrator.query('update works set mode_id = null where mode_id is not null');
  await administrator.query('delete from modes where not name = any($1)', [begun]);
  await administrator.query(
    `update modes set position = array_position($1, name), active = true, status = 'ACTIVE'`,
    [begun],
  );
});

describe('a mode that the platform adds', () => {
  it('is offered last to all schools, with its picture drawn as WebP', async () => {
    const made = await world.call(platform, platformModeEndpoints.create, await form('Space and stars'));
    expect(made).toMatchObject({ name: 'Space and stars', active: true, status: 'ACTIVE', locked: false });
    expect(made.image).toMatch(/^\/mode-pictures\/[0-9a-f]{64}\.webp$/u);
    for (const school of schools) {
      expect((await offeredTo(await world.as(school.student))).at(-1)).toBe('Space and stars');
      const shown = await world.app.inject({ url: made.image, headers: { host: school.host } });
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 960,
        height: 640,
      });
    }
    expect(await lastAudited()).toMatchObject({
      action: 'modes.created',
      details: { name: 'Space and stars' },
    });
  });

  it('is not offered before it is active', async () => {
    await world.call(platform, platformModeEndpoints.create, await form('Space', { active: false }));
    expect(await offeredTo(await world.as(greenfield.student))).toEqual(begun);
    await change('Space', { active: true });
    expect(await offeredTo(await world.as(greenfield.student))).toEqual([...begun, 'Space']);
  });

  it('is added once, though it is sent twice', async () => {
    const input = await form('Space and stars');
    const first = await world.call(platform, platformModeEndpoints.create, input);
    expect(await world.call(platform, platformModeEndpoints.create, input)).toEqual(first);
    expect(
      await world.refusal(platform, platformModeEndpoints.create, {
        body: { ...input.body, name: 'Something else' },
      }),
    ).toMatchObject({ status: 409, code: 'modes.id_taken' });
    expect(await managed()).toHaveLength(begun.length + 1);
  });

  it('is refused with a name that is taken, without one, and with what is no picture', async () => {
    const refused = async (input: Awaited<ReturnType<typeof form>>) =>
      await world.refusal(platform, platformModeEndpoints.create, input);
    expect(await refused(await form('TALES and  wonders'))).toMatchObject({
      status: 409,
      code: 'modes.name_taken',
      errors: { name: ['There is already a mode with this name.'] },
    });
    for (const name of ['  ', 'x'.repeat(61)])
      expect(await refused(await form(name))).toMatchObject({
        status: 400,
        errors: { name: expect.anything() },
      });
    const image = new File(['no picture'], 'mode.png', { type: 'image/png' });
    expect(await refused(await form('Space', { image }))).toMatchObject({
      status: 400,
      code: 'modes.unreadable',
      errors: { image: expect.anything() },
    });
    const large = new File([Buffer.alloc(5 * 1024 * 1024 + 1)], 'mode.png', { type: 'image/png' });
    expect(await refused(await form('Space', { image: large }))).toMatchObject({ status: 413 });
    expect(await managed()).toHaveLength(begun.length);
  });

  it('is not for schools to add, change, order or list', async () => {
    const input = await form('Ours');
    const params = { id: (await modeNamed('Tales and wonders')).id };
    for (const school of schools)
      for (const person of [school.schoolAdmin, school.teacher, school.student]) {
        const caller = await world.as(person);
        for (const refusal of [
          await world.refusal(caller, platformModeEndpoints.list, {}),
          await world.refusal(caller, platformModeEndpoints.create, input),
          await world.refusal(caller, platformModeEndpoints.update, { params, body: { name: 'Ours' } }),
          await world.refusal(caller, platformModeEndpoints.setOrder, { body: { ids: [] } }),
        ])
          expect(refusal).toMatchObject({ status: 403 });
      }
    expect((await managed()).map(({ name }) => name)).toEqual(begun);
  });
});

describe('a mode that is taken back', () => {
  it('is offered by no school; each keeps its own lock, and works keep their mode', async () => {
    const { id } = await modeNamed('Tales and wonders');
    const office = await world.as(greenfield.schoolAdmin);
    await world.call(office, modeEndpoints.setLock, { params: { id }, body: { locked: true } });
    for (const school of schools)
      await makeWorks(world.context, school.tenant, [
        { author_id: school.student.id, title: `A tale of ${school.tenant.subdomain}`, mode: id },
      ]);
    expect(await change('Tales and wonders', { active: false })).toMatchObject({
      active: false,
      status: 'INACTIVE',
    });
    for (const school of schools)
      expect(await offeredTo(await world.as(school.student))).not.toContain('Tales and wonders');
    expect(await modeNamed('Tales and wonders')).toMatchObject({ works: 2 });
    expect(await lastAudited()).toMatchObject({
      action: 'modes.taken_back',
      details: { name: 'Tales and wonders' },
    });

    await change('Tales and wonders', { active: true });
    const again = async (caller: Caller) => (await modesFor(caller)).find((mode) => mode.id === id);
    expect(await again(office)).toMatchObject({ active: true, status: 'ACTIVE', locked: true });
    expect(await again(await world.as(riverside.student))).toMatchObject({ status: 'ACTIVE', locked: false });
  });

  it('keeps its works out of other modes, and where no mode is asked for; authors have theirs, and its name', async () => {
    const { id } = await modeNamed('Tales and wonders');
    const { id: mode } = await modeNamed('How things work');
    for (const school of schools)
      await makeWorks(world.context, school.tenant, [
        { author_id: school.student.id, title: `A dragon of ${school.tenant.subdomain}`, mode: id },
      ]);
    await change('Tales and wonders', { active: false });
    for (const school of schools) {
      const office = await world.as(school.schoolAdmin);
      const author = await world.as(school.student);
      const dragon = `A dragon of ${school.tenant.subdomain}`;
      const dragons = async (caller: Caller, query: object) => {
        const { results } = await world.call(caller, workEndpoints.list, { query });
        return results.filter(({ title }) => title.startsWith('A dragon'));
      };
      const shelves = async (query: object) =>
        (await world.call(office, libraryEndpoints.listShelves, { query })).newest
          .map(({ title }) => title)
          .filter((title) => title.startsWith('A dragon'));
      const titles = async (caller: Caller, query: object) =>
        (await dragons(caller, query)).map(({ title }) => title);
      expect([await titles(office, { mode }), await shelves({ mode })]).toEqual([[], []]);
      expect(await titles(office, {})).toEqual([dragon]);
      expect(await shelves({})).toEqual([dragon]);
      expect(await titles(office, { mode: id })).toEqual([dragon]);
      const [own] = await dragons(author, { author: 'me', state: 'any' });
      expect(own?.title).toBe(dragon);
      const work = await world.call(author, workEndpoints.read, { params: { workId: own?.id ?? '' } });
      expect((await modesFor(author)).find((each) => each.id === work.mode)?.name).toBe('Tales and wonders');
    }
  });

  it('is never the last one', async () => {
    for (const name of begun.slice(1)) await change(name, { active: false });
    expect(await refusedChange(begun[0] ?? '', { active: false })).toMatchObject({
      status: 409,
      code: 'modes.last_open',
      error: 'At least one mode stays open.',
    });
    const office = await world.as(greenfield.schoolAdmin);
    expect(await offeredTo(office)).toEqual(begun.slice(0, 1));
  });

  it('is not the last one either when two are taken back at once', async () => {
    for (const name of begun.slice(2)) await change(name, { active: false });
    const inputs = await Promise.all(begun.slice(0, 2).map((name) => update(name, { active: false })));
    const ends = await Promise.allSettled(
      inputs.map((input) => world.call(platform, platformModeEndpoints.update, input)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('what the platform changes of a mode', () => {
  it('is its name and its picture; the other one stays', async () => {
    const before = await modeNamed('Tales and wonders');
    const renamed = await change('Tales and wonders', { name: 'Tales' });
    expect(renamed).toMatchObject({ name: 'Tales', image: before.image });
    const { file } = await photograph('#336699', { width: 600, height: 400 });
    const pictured = await change('Tales', { image: file });
    expect(pictured.image).toMatch(/^\/mode-pictures\//u);
    expect(pictured.name).toBe('Tales');
    expect(await refusedChange('Tales', { name: 'How things work' })).toMatchObject({
      code: 'modes.name_taken',
    });
    await change('Tales', { name: 'Tales and wonders' });
  });

  it('is not of what is no mode', async () => {
    const input = { params: { id: greenfield.ownClass.id }, body: { name: 'Class' } };
    expect(await world.refusal(platform, platformModeEndpoints.update, input)).toMatchObject({
      status: 404,
      code: 'modes.not_found',
    });
  });

  it('is their order: the first open one is the default everywhere', async () => {
    const ids = (await managed()).map(({ id }) => id).toReversed();
    await world.call(platform, platformModeEndpoints.setOrder, { body: { ids } });
    for (const school of schools)
      expect(await offeredTo(await world.as(school.student))).toEqual(begun.toReversed());
    const first = ids[0] ?? '';
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1] ?? ''], [...ids, first]])
      expect(
        await world.refusal(platform, platformModeEndpoints.setOrder, { body: { ids: wrong } }),
      ).toMatchObject({ status: 409, code: 'modes.order_changed' });
  });
});

it('counts for each mode the schools that offer it, and the works of all', async () => {
  const { administrator } = world.testDatabase;
  await administrator.query('update tenants set switchboard = (id = any($1))', [
    schools.map(({ tenant }) => tenant.id),
  ]);
  const { id } = await modeNamed('How things work');
  expect(await modeNamed('How things work')).toMatchObject({ schools: 2, locks: 0, works: 0 });
  const office = await world.as(greenfield.schoolAdmin);
  await world.call(office, modeEndpoints.setLock, { params: { id }, body: { locked: true } });
  await makeWorks(world.context, riverside.tenant, [
    { author_id: riverside.student.id, title: 'A clock', mode: id },
  ]);
  expect(await modeNamed('How things work')).toMatchObject({ schools: 1, locks: 1, works: 1 });
  expect(await modeNamed('Tales and wonders')).toMatchObject({ schools: 2, works: 0 });
});
