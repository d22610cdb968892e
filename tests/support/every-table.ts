import type pg from 'pg';
import type { ApiWorld, TestSchool } from './api-world.ts';
import { fillShelf } from './shelf.ts';

export type Right = 'select' | 'insert' | 'update' | 'delete';

/** Tables with tenants' rows, by their names. */
export type Tables = Readonly<
  Record<
    string,
    {
      /** What the program may do with its own tenant's rows. */
      readonly rights: readonly Right[];
      /** The platform's scope reads the rows of all tenants. */
      readonly isReadByPlatform?: true;
      /** Of these nothing ever goes: the receipt, and the books of the platform, which sells for all. */
      readonly isKeptForGood?: true;
    }
  >
>;

/**
 * Indexes of tenants' tables that do not begin with the tenant, by what asks through them. All of it crosses schools and pages, and
 * nothing of it is in a call that a school waits for. On many machines each would be asked.
 */
export type AcrossSchools = Readonly<Record<string, readonly string[]>>;

/** A school in whose tables rows are put. */
export interface Filling {
  readonly world: ApiWorld;
  readonly school: TestSchool;
  /** Of the tenant. */
  readonly id: string;
  readonly administrator: pg.Client;
  /** A story with a chapter and a picture. */
  readonly story: { readonly id: string };
}

/** What a file `tests/domains/<domain>/tables.ts` exports. */
interface DomainOfTables {
  readonly tables?: Tables;
  readonly acrossSchools?: AcrossSchools;
  /** Puts rows into those that the making of a school leaves empty. */
  readonly fill?: (filling: Filling) => Promise<void>;
  /** Domains whose rows have to be there before. */
  readonly after?: readonly string[];
}

/** Each folder of tests/domains brings its own; nothing else has to name it. */
const domains = new Map(
  Object.entries(import.meta.glob<DomainOfTables>('../domains/*/tables.ts', { eager: true })).map(
    ([file, domain]) => [/([\w-]+)\/tables\.ts$/u.exec(file)?.[1] ?? '', domain] as const,
  ),
);

/** Every table with tenants' rows. */
export const everyTable: Tables = Object.assign(
  {},
  ...[...domains.values()].map(({ tables }) => tables ?? {}),
);

export const indexesAcrossSchools: readonly string[] = [...domains.values()].flatMap(
  ({ acrossSchools = {} }) => Object.values(acrossSchools).flat(),
);

/** Rows in the tables that the making of a school leaves empty. */
export async function fillEveryTable(world: ApiWorld, school: TestSchool): Promise<void> {
  const { administrator } = world.testDatabase;
  const { story } = await fillShelf(world.context, school);
  const filling: Filling = { world, school, id: school.tenant.id, administrator, story };
  const filled = new Set<string>();
  const fillDomain = async (name: string) => {
    const domain = domains.get(name);
    if (!domain) throw new Error(`There is no tests/domains/${name}/tables.ts`);
    if (filled.has(name)) return;
    filled.add(name);
    for (const earlier of domain.after ?? []) await fillDomain(earlier);
    await domain.fill?.(filling);
  };
  for (const name of domains.keys()) await fillDomain(name);
}
