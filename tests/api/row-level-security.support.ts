import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { inPlatformScope, inTenant, type TenantTransaction } from '#server/platform/database.ts';
import { type ApiWorld, openApiWorld } from '../support/api-world.ts';
import { everyTable, fillEveryTable, type Right } from '../support/every-table.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';

export const tables = Object.keys(everyTable).toSorted();

/** What the program may do with its own tenant's rows. A table that no domain has, or a right too many, fails. */
export const rightsOf = (table: string): readonly Right[] => everyTable[table]?.rights ?? [];

/** The books of all schools that the platform reads, as it sells for them; it writes none of them in its own scope. */
export const isReadByPlatform = (table: string) => everyTable[table]?.isReadByPlatform === true;

/** Rows go at the end of their school, and in no other way (closings.test.ts). */
export const goesAtEnd = (table: string) =>
  !rightsOf(table).includes('delete') && everyTable[table]?.isKeptForGood !== true;

export class RollBack extends Error {}

export const count = (table: string, tenantId: string) => async (transaction: TenantTransaction) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(transaction);
  return rows[0]?.count ?? -1;
};

export const touch = (statement: ReturnType<typeof sql>) => async (transaction: TenantTransaction) =>
  Number((await statement.execute(transaction)).numAffectedRows ?? -1n);

export const denied = /permission denied|violates row-level security/u;

/** Two schools with a row in every table, and statements that are taken back. A world of its own for each test file. */
export function rowsOfFile() {
  const world = {} as ApiWorld;

  let fingerprint: () => Promise<Fingerprint>;
  /** Filled by the set-up. */
  const ids = {} as { ours: string; theirs: string; atFirst: Fingerprint };

  beforeAll(async () => {
    Object.assign(world, await openApiWorld());
    const { greenfield, riverside } = world;
    ids.ours = greenfield.tenant.id;
    ids.theirs = riverside.tenant.id;
    for (const school of [greenfield, riverside]) await fillEveryTable(world, school);
    fingerprint = await fingerprinter(world.testDatabase.administrator);
    ids.atFirst = await fingerprint();
  });

  afterAll(() => world.close());

  /** What a statement of ours does, taken back afterwards: the rows it answered or touched, or PostgreSQL's refusal. */
  async function attempt(
    work: (transaction: TenantTransaction) => Promise<number>,
    within: typeof asUs = asUs,
  ): Promise<number | string> {
    let touched = -1;
    try {
      await within(async (transaction) => {
        touched = await work(transaction);
        throw new RollBack();
      });
    } catch (error) {
      if (!(error instanceof RollBack)) return error instanceof Error ? error.message : String(error);
    }
    return touched;
  }

  function asUs(work: (transaction: TenantTransaction) => Promise<void>): Promise<void> {
    return inTenant(world.context.database, ids.ours, work);
  }

  function asThePlatform(work: (transaction: TenantTransaction) => Promise<void>): Promise<void> {
    return inPlatformScope(world.context.database, work);
  }

  return { world, fingerprint: () => fingerprint(), ids, attempt, asUs, asThePlatform };
}
