import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { product } from '#contract/kit/product.ts';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import { suggestionEndpoints } from '#contract/panel/suggestions.endpoints.ts';
import { makeMember, makeWorks } from '#server/seeds/factories.ts';
import { payloadOf, urlOf, type Caller, type TestSchool } from '../support/api-world.ts';
import { makeChampion } from '../support/champions.ts';
import { monitoringOfFile } from '../support/monitoring.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/* Section 10.6 of the panel: two administrators at one item. One wins, the other is told why. */

const { world, greenfield, riverside } = worldOfFile();
const { told, at, colleague, platform } = monitoringOfFile({ world, greenfield, riverside });

/** Two at once; what each was answered, 200 for a yes. */
async function bothAtOnce<One extends Endpoint, Other extends Endpoint>(
  one: { as: Caller; endpoint: One; input: EndpointInput<One> },
  other: { as: Caller; endpoint: Other; input: EndpointInput<Other> },
): Promise<(string | number)[]> {
  const answers = await Promise.all(
    [one, other].map(async ({ as, endpoint, input }) =>
      world.request(as, endpoint.method, urlOf(endpoint, input), await payloadOf(endpoint, input)),
    ),
  );
  return answers
    .map(({ status, body }) => (status === 200 ? 200 : (body as { code: string }).code))
    .toSorted((first, second) => String(first).localeCompare(String(second)));
}

async function auditOf(tenantId: string, action: string, subject: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query(
    'select from audit_entries where tenant_id = $1 and action = $2 and subject_id = $3',
    [tenantId, action, subject],
  );
  return rows.length;
}

let first: Caller;
let second: Caller;

beforeAll(async () => {
  first = await platform();
  second = await colleague();
});

async function publicWork(
  { tenant }: TestSchool,
  title: string,
): Promise<{ tenantId: string; workId: string }> {
  const [work] = await makeWorks(world.context, tenant, [
    { kind: 'book', author_id: null, visibility: 'public', title },
  ]);
  return { tenantId: tenant.id, workId: work?.id ?? '' };
}

describe('of two administrators at once', () => {
  it('one claims a work in monitoring', async () => {
    const item = at(await told());
    const endpoint = monitoringEndpoints.claim;
    expect(
      await bothAtOnce({ as: first, endpoint, input: item }, { as: second, endpoint, input: item }),
    ).toEqual([200, 'monitoring.claimed']);
    for (const tenantId of [greenfield.tenant.id, world.platform.id])
      expect(await auditOf(tenantId, 'monitoring.claimed', item.params.workId)).toBe(1);
  });

  it('both pick a work, and it is picked once', async () => {
    const input = { params: await publicWork(riverside, 'The heron') };
    const endpoint = pickEndpoints.pick;
    expect(await bothAtOnce({ as: first, endpoint, input }, { as: second, endpoint, input })).toEqual([
      200, 200,
    ]);
    for (const tenantId of [riverside.tenant.id, world.platform.id])
      expect(await auditOf(tenantId, 'picks.picked', input.params.workId)).toBe(1);
    const unpick = pickEndpoints.unpick;
    expect(
      await bothAtOnce({ as: first, endpoint: unpick, input }, { as: second, endpoint: unpick, input }),
    ).toEqual([200, 'panel.not_picked']);
  });

  it('one declines a suggestion', async () => {
    const input = { params: await publicWork(riverside, 'The wren') };
    const ben = await world.as(await makeChampion(world, 'parent'));
    await world.call(ben, ownChampionEndpoints.suggest, { ...input, body: { why: 'So loud' } });
    const said = { ...input, body: { seen: world.clock.now().toISOString() } };
    const endpoint = suggestionEndpoints.decline;
    expect(
      await bothAtOnce({ as: first, endpoint, input: said }, { as: second, endpoint, input: said }),
    ).toEqual([200, 'panel.not_suggested']);
    expect(await auditOf(world.platform.id, 'picks.declined', input.params.workId)).toBe(1);
  });

  it('one declines a suggestion that the other picks: what is picked is never told as declined', async () => {
    const ben = await world.as(await makeChampion(world, 'parent'));
    for (let round = 0; round < 4; round += 1) {
      const input = { params: await publicWork(riverside, `The owl ${round}`) };
      await world.call(ben, ownChampionEndpoints.suggest, { ...input, body: { why: 'At night' } });
      const body = { seen: world.clock.now().toISOString() };
      const answers = await bothAtOnce(
        { as: first, endpoint: pickEndpoints.pick, input },
        { as: second, endpoint: suggestionEndpoints.decline, input: { ...input, body } },
      );
      const declined = await auditOf(world.platform.id, 'picks.declined', input.params.workId);
      expect(answers).toEqual(declined === 1 ? [200, 200] : [200, 'panel.not_suggested']);
      expect(await auditOf(world.platform.id, 'picks.picked', input.params.workId)).toBe(1);
    }
  });

  it('one confirms that a school closes, and it closes once', async () => {
    const school = { params: { tenantId: riverside.tenant.id } };
    const name = 'riverside school';
    const third = await makeMember(world.context, world.platform, {
      role: product.platformRole,
      email: `${uuidv7()}@quillshelf.test`,
      password_hash: 'x',
    });
    await world.call(first, closingEndpoints.close, { ...school, body: { name, reason: 'Not paid' } });
    const input = { ...school, body: { name } };
    const endpoint = closingEndpoints.confirmClose;
    const other = await world.as(third);
    expect(await bothAtOnce({ as: second, endpoint, input }, { as: other, endpoint, input })).toEqual([
      200,
      'closings.not_open',
    ]);
    for (const tenantId of [riverside.tenant.id, world.platform.id])
      expect(await auditOf(tenantId, 'tenants.closing', riverside.tenant.id)).toBe(1);
    const keep = closingEndpoints.keepOf;
    const kept = { ...school, body: { reason: 'Paid' } };
    expect(
      await bothAtOnce(
        { as: first, endpoint: keep, input: kept },
        { as: other, endpoint: keep, input: kept },
      ),
    ).toEqual([200, 'closings.not_closing']);
  });

  it('one confirms that a school closes and the other keeps it: it is kept, whoever was first', async () => {
    const school = { params: { tenantId: riverside.tenant.id } };
    const name = 'riverside school';
    await world.call(first, closingEndpoints.close, { ...school, body: { name, reason: 'Not paid' } });
    const answers = await bothAtOnce(
      { as: second, endpoint: closingEndpoints.confirmClose, input: { ...school, body: { name } } },
      { as: first, endpoint: closingEndpoints.keepOf, input: { ...school, body: { reason: 'Paid' } } },
    );
    expect([
      [200, 200],
      [200, 'closings.not_asked'],
    ]).toContainEqual(answers);
    expect(await world.call(first, closingEndpoints.readOf, school)).toMatchObject({
      ask: null,
      closing: null,
    });
  });
});
