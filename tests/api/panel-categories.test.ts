import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { panelCategoryEndpoints } from '#contract/panel/categories.endpoints.ts';
import type { PanelCategoryQuery } from '#contract/panel/categories.schema.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { countWorks } from '#server/modules/numbers/work-numbers.ts';
import { audienceOf } from '#server/modules/works/reader.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeCategory, makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { registration } from '../support/registrations.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
mailboxOfFile(world);

let platform: Caller;
let poems: { id: string };
let ofGreenfield: { id: string };

const list = async (query: Partial<PanelCategoryQuery> = {}) =>
  (await world.call(platform, panelCategoryEndpoints.listCategories, { query })).results;
const at = (categoryId: string) => ({ params: { categoryId } });
const offer = (id: string) => world.call(platform, panelCategoryEndpoints.offerCategory, at(id));
const stop = (id: string) => world.call(platform, panelCategoryEndpoints.stopOfferingCategory, at(id));
const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

async function namesAtNewSchool(is_organization: boolean): Promise<string[]> {
  const body = registration({ is_organization });
  await world.call(platform, registrationEndpoints.create, { body });
  const names = await rows<{ name: string }>(
    `select category.name from categories as category join tenants as school on school.id = category.tenant_id
     where school.subdomain = $1 order by category.name`,
    [body.subdomain],
  );
  return names.map(({ name }) => name);
}

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  const { context } = world;
  poems = await makeCategory(context, world.platform, 'Poems');
  await makeCategory(context, world.platform, 'Äsop’s fables');
  ofGreenfield = await makeCategory(context, greenfield.tenant, 'POEMS');
  const ofRiverside = await makeCategory(context, riverside.tenant, 'poems');
  await makeCategory(context, riverside.tenant, 'Canary club');
  const shared = { kind: 'book', author_id: null } as const;
  await makeWorks(context, greenfield.tenant, [
    { ...shared, visibility: 'public', categories: [ofGreenfield.id] },
    { ...shared, visibility: 'community', categories: [ofGreenfield.id] },
  ]);
  await makeWorks(context, riverside.tenant, [
    { ...shared, visibility: 'public', categories: [ofRiverside.id] },
  ]);
  for (const { tenant } of [greenfield, riverside])
    await inTenant(context.database, tenant.id, (transaction) =>
      countWorks(transaction, tenant.id, world.clock.now(), audienceOf),
    );
});

describe('categories of the platform', () => {
  it('stand by name, with how many schools have them and what strangers see there', async () => {
    expect(await list()).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Äsop’s fables',
        is_offered: false,
        schools: 0,
        public_works: 0,
      },
      { id: poems.id, name: 'Poems', is_offered: false, schools: 2, public_works: 2 },
    ]);
    expect((await list({ search: 'POE' })).map(({ name }) => name)).toEqual(['Poems']);
    expect(await list({ search: 'canary' })).toEqual([]);
    expect(await world.call(platform, panelCategoryEndpoints.readCategory, at(poems.id))).toMatchObject({
      name: 'Poems',
      schools: 2,
    });
  });

  it('are offered to schools that are made from then on, and stay there when that stops', async () => {
    expect(await namesAtNewSchool(false)).toEqual([]);
    await offer(poems.id);
    await offer(poems.id);
    expect((await list({ offered: 'yes' })).map(({ name }) => name)).toEqual(['Poems']);
    expect((await list({ offered: 'no' })).map(({ name }) => name)).toEqual(['Äsop’s fables']);
    expect(await namesAtNewSchool(false)).toEqual(['Poems']);
    expect(await namesAtNewSchool(true)).toEqual([]);
    await stop(poems.id);
    expect(await namesAtNewSchool(false)).toEqual([]);
    expect((await list({ search: 'poems' }))[0]?.schools).toBe(3);
    const noted = await rows<{ action: string }>(
      `select action from audit_entries where tenant_id = $1 and action like 'categories.offered%' order by id`,
      [world.platform.id],
    );
    expect(noted.map(({ action }) => action)).toEqual(['categories.offered', 'categories.offered_no_more']);
  });

  it('that are put away are neither listed nor offered', async () => {
    await offer(poems.id);
    await world.call(platform, categoryEndpoints.archive, at(poems.id));
    expect((await list()).map(({ name }) => name)).toEqual(['Äsop’s fables']);
    expect(await namesAtNewSchool(false)).toEqual([]);
    await world.call(platform, categoryEndpoints.restore, at(poems.id));
    await stop(poems.id);
  });
});

describe('no category', () => {
  it('of a school, or of nobody, is read or offered here', async () => {
    const { readCategory, offerCategory, stopOfferingCategory } = panelCategoryEndpoints;
    for (const id of [ofGreenfield.id, randomUUID()])
      for (const endpoint of [readCategory, offerCategory, stopOfferingCategory])
        expect(await world.refusal(platform, endpoint, at(id))).toMatchObject({
          status: 404,
          code: 'categories.not_found',
        });
  });

  it('is offered by a school', async () => {
    for (const person of [greenfield.schoolAdmin, world.organization.admin]) {
      const refused = await world.refusal(
        await world.as(person),
        panelCategoryEndpoints.offerCategory,
        at(ofGreenfield.id),
      );
      expect(refused.status).not.toBe(200);
    }
    const offered = await rows<{ id: string }>('select id from categories where is_offered');
    expect(offered).toEqual([]);
  });
});
