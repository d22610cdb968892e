import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { askInTenants, type TenantQuestion } from '#server/platform/ask-in-tenants.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** All rows that a question may see, whatever it says of the tenant. */
const allWorks: TenantQuestion<string> = {
  ask: (_tenantId, ids) => sql`select work.id from works as work where work.id = any(${ids}::uuid[])`,
  read: (row) => (row as { id: string }).id,
};

it('a question to many schools sees each alone, and leaves the transaction where it was', async () => {
  const places: { tenant_id: string; id: string }[] = [];
  for (const { tenant } of [greenfield, riverside]) {
    const [made] = await makeWorks(world.context, tenant, [{ kind: 'book', author_id: null }]);
    places.push({ tenant_id: tenant.id, id: made?.id ?? '' });
  }
  const { answers, seen } = await inTenant(
    world.context.database,
    world.platform.id,
    async (transaction) => ({
      answers: await askInTenants(transaction, places, allWorks),
      seen: (await sql<{ tenant_id: string }>`select distinct tenant_id from users`.execute(transaction))
        .rows,
    }),
  );
  expect(answers).toEqual(places.map(({ tenant_id, id }) => ({ tenant_id, answer: id })));
  expect(seen).toEqual([{ tenant_id: world.platform.id }]);
  // The second school alone is not shown what the first one has.
  const [first, second] = places;
  const others = await inTenant(world.context.database, world.platform.id, (transaction) =>
    askInTenants(transaction, [{ tenant_id: second?.tenant_id ?? '', id: first?.id ?? '' }], allWorks),
  );
  expect(others).toEqual([]);
});

it('a question with a parameter of its own is refused', async () => {
  const question: TenantQuestion<unknown> = {
    ask: (tenantId, ids) => sql`
      select id from works where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and title = ${'A kite'}`,
    read: (row) => row,
  };
  const places = [{ tenant_id: greenfield.tenant.id, id: riverside.tenant.id }];
  await expect(
    inTenant(world.context.database, world.platform.id, (transaction) =>
      askInTenants(transaction, places, question),
    ),
  ).rejects.toThrow('no parameters but the tenant and the ids');
});
