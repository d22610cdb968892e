import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { pickedEndpoints } from '#contract/panel/picked.endpoints.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { pickedCoverPath } from '#contract/panel/picks.rules.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import { makeWorks, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { fillShelf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let platform: Caller;
let visitor: Caller;
let hen: { id: string; sha256: string };
let fox: { id: string };
let heron: { id: string };

const at = ({ tenant }: TestSchool, workId: string) => ({ params: { tenantId: tenant.id, workId } });
const pick = (school: TestSchool, id: string) => world.call(platform, pickEndpoints.pick, at(school, id));
const unpick = (school: TestSchool, id: string) => world.call(platform, pickEndpoints.unpick, at(school, id));
const shelf = async () => (await world.call(visitor, pickedEndpoints.list, {})).results;
const titles = async () => (await shelf()).map(({ title }) => title);
const coverStatus = async (of: { id: string; sha256: string }, host = 'localhost') =>
  (
    await world.request(
      { host, access: null },
      'GET',
      pickedCoverPath({ tenantId: greenfield.tenant.id, workId: of.id }, of.sha256),
    )
  ).status;
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  visitor = await world.as('visitor', 'localhost');
  const { context } = world;
  const { book, story, sha256 } = await fillShelf(context, greenfield);
  await setPrivacy(context, greenfield.tenant, [greenfield.student.id], 'public');
  await rows(`update works set visibility = 'public' where tenant_id = $1`, [greenfield.tenant.id]);
  hen = { id: book.id, sha256 };
  fox = story;
  const [made] = await makeWorks(context, riverside.tenant, [
    { kind: 'book', author_id: null, visibility: 'public', title: 'The heron' },
  ]);
  if (!made) throw new Error('No work was made');
  heron = made;
});

describe('the shelf of the platform', () => {
  it('has what was picked, the latest first, as strangers see it at its school', async () => {
    expect(await shelf()).toEqual([]);
    await pick(riverside, heron.id);
    world.clock.advance(1000);
    await pick(greenfield, hen.id);
    await pick(greenfield, hen.id);
    const [first, second, ...others] = await shelf();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      title: 'The hen',
      byline: 'Zoë',
      school_name: greenfield.tenant.school_name,
      cover: pickedCoverPath({ tenantId: greenfield.tenant.id, workId: hen.id }, hen.sha256),
    });
    expect(first?.url).toMatch(/^http:\/\/greenfield\.localhost(?::\d+)?\/library\/the-hen-/u);
    expect(second).toMatchObject({ title: 'The heron', cover: null });
    expect(await coverStatus(hen)).toBe(200);
    const { results } = await world.call(platform, panelWorkEndpoints.listWorks, { query: {} });
    expect(
      results
        .filter(({ is_picked }) => is_picked)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['The hen', 'The heron']);
  });

  it('asks the school at each look', async () => {
    await rows('update tenants set suspended_at = now() where id = $1', [riverside.tenant.id]);
    expect(await titles()).toEqual(['The hen']);
    await rows('update tenants set suspended_at = null where id = $1', [riverside.tenant.id]);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'private');
    expect(await titles()).toEqual(['The heron']);
    expect(await coverStatus(hen)).toBe(404);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'public');
    expect(await titles()).toEqual(['The hen', 'The heron']);
  });

  it('has no cover of what was not picked, and none on the host of a school', async () => {
    expect(await coverStatus({ id: fox.id, sha256: hen.sha256 })).toBe(404);
    expect(await coverStatus(hen, greenfield.host)).toBe(404);
    expect(await coverStatus({ ...hen, sha256: 'a'.repeat(64) })).toBe(404);
  });

  it('is told in the audit of the platform and of the school', async () => {
    await unpick(riverside, heron.id);
    expect(await titles()).toEqual(['The hen']);
    const noted = await rows<{ tenant_id: string; action: string; name: string | null }>(
      `select tenant_id, action, details ->> 'name' as name from audit_entries
       where subject_id = $1 and action like 'picks.%' order by id`,
      [heron.id],
    );
    for (const tenant_id of [riverside.tenant.id, world.platform.id])
      expect(noted.filter((each) => each.tenant_id === tenant_id)).toEqual([
        { tenant_id, action: 'picks.picked', name: 'The heron' },
        { tenant_id, action: 'picks.unpicked', name: null },
      ]);
    expect(noted).toHaveLength(4);
  });
});

describe('no pick', () => {
  const refusedPick = (school: TestSchool, id: string) =>
    world.refusal(platform, pickEndpoints.pick, at(school, id));

  it('is made of what strangers may not see, what is elsewhere, or what is not there', async () => {
    const [mine] = await makeWorks(world.context, riverside.tenant, [
      { kind: 'story', author_id: null, visibility: 'community', title: 'For us alone' },
    ]);
    for (const [school, id] of [
      [riverside, mine?.id ?? ''],
      [riverside, hen.id],
      [greenfield, uuidv7()],
    ] as const)
      expect(await refusedPick(school, id)).toMatchObject({ status: 404, code: 'panel.work_not_found' });
    expect(await world.refusal(platform, pickEndpoints.unpick, at(greenfield, fox.id))).toMatchObject({
      status: 404,
      code: 'panel.not_picked',
    });
  });

  it('is made of what the platform has itself', async () => {
    const own = { params: { tenantId: world.platform.id, workId: hen.id } };
    expect(await world.refusal(platform, pickEndpoints.pick, own)).toMatchObject({
      status: 409,
      code: 'panel.already_here',
    });
  });

  it('is made by anybody else', async () => {
    for (const person of [greenfield.schoolAdmin, greenfield.teacher, world.organization.admin])
      for (const endpoint of [pickEndpoints.pick, pickEndpoints.unpick])
        expect(
          (await world.refusal(await world.as(person), endpoint, at(greenfield, fox.id))).status,
        ).not.toBe(200);
    expect(await titles()).toEqual(['The hen']);
  });
});
