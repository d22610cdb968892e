import { snapshotTables, scopeOf, type SnapshotRow, type SnapshotTable } from '#contract/sync/sync.schema.ts';
import { makeClass, makeStudents, type MadeClass } from '#server/seeds/factories.ts';
import type { ApiWorld, Person, TestSchool } from './api-world.ts';
import type { RowsByTable } from './no-rows.ts';
import { shownRows, signInOnDevice, type SignedInDevice } from './sync-device.ts';
import type { TestTime } from './sync-environment.ts';

/** Two classes of one teacher, and a device without a network that has all it may of them. */
export interface EffectScene {
  readonly world: ApiWorld;
  readonly greenfield: TestSchool;
  /** Three children are in it, of whom the second has a book. */
  readonly schoolClass: MadeClass;
  /** Nobody is in it. */
  readonly secondClass: MadeClass;
  readonly ids: readonly [string, string, string];
  /** Of the teacher, or of the office. */
  readonly device: SignedInDevice;
  /** All that the teacher's screens show of the classes and of the own person. */
  readonly shown: () => Promise<RowsByTable>;
}

export type EffectMakers = Readonly<Record<string, (scene: EffectScene) => Promise<void>>>;

/**
 * Rows without what only the server can know: it makes usernames and class codes, and its clock and its names count for who did
 * what when.
 */
export type ServersOwn = { readonly [Table in SnapshotTable]?: (row: SnapshotRow<Table>) => unknown };

/** What a file `tests/domains/<domain>/effects.ts` exports. */
interface DomainOfEffects {
  /** How a person makes each of its queued calls, by the name of the endpoint. */
  readonly makers: EffectMakers;
  /** The calls are made by somebody who sees the whole school. Left out: by a teacher. */
  readonly isInOffice?: true;
  /** Names of calls of which no screen shows anything. */
  readonly showsNothing?: readonly string[];
  readonly serversOwn?: ServersOwn;
}

/** Each folder of tests/domains brings its own; nothing else has to name it. */
const domains = Object.values(import.meta.glob<DomainOfEffects>('../domains/*/effects.ts', { eager: true }));
const makers: EffectMakers = Object.assign({}, ...domains.map((domain) => domain.makers));
const showsNothing = new Set(domains.flatMap((domain) => domain.showsNothing ?? []));
const inOffice = new Set(domains.flatMap((domain) => (domain.isInOffice ? Object.keys(domain.makers) : [])));
const serversOwn: Readonly<Record<string, ((row: never) => unknown) | undefined>> = Object.assign(
  {},
  ...domains.map((domain) => domain.serversOwn ?? {}),
);

export const isMadeInOffice = (name: string) => inOffice.has(name);
export const isShownNowhere = (name: string) => showsNothing.has(name);

/** Makes a queued call as a person does. */
export async function makeCall(name: string, scene: EffectScene): Promise<void> {
  const make = makers[name];
  if (!make) throw new Error(`${name} is queued, and no tests/domains/*/effects.ts makes such a call`);
  await make(scene);
}

export function withoutServersOwn(rows: Partial<RowsByTable>): Record<string, readonly unknown[]> {
  return Object.fromEntries(
    Object.entries(rows).map(([table, list]) => {
      const strip = serversOwn[table];
      return [table, strip ? list.map((row) => strip(row as never)) : list];
    }),
  );
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/** Their rows are read class by class. */
const ofClasses: readonly SnapshotTable[] = ['classes', 'students', 'imports', 'assignments'];

/** All that the teacher's screens show of these classes and of the own person, in every table that there is. */
async function readShown(
  { replica }: SignedInDevice,
  teacher: Person,
  classes: readonly MadeClass[],
): Promise<RowsByTable> {
  const rowsOf = async (table: SnapshotTable) => {
    if (table === 'profile') return await shownRows(() => replica.read(scopeOf.user(teacher.id), table));
    if (!ofClasses.includes(table)) return (await shownRows(() => replica.readAll(table))).toSorted(byId);
    const rows = [];
    for (const { id } of classes)
      rows.push(...(await shownRows(() => replica.read(scopeOf.schoolClass(id), table))));
    return table === 'assignments' ? rows.toSorted(byId) : rows;
  };
  const tables = Object.keys(snapshotTables) as SnapshotTable[];
  const entries: [string, unknown][] = [];
  for (const table of tables) entries.push([table, await rowsOf(table)]);
  return Object.fromEntries(entries) as unknown as RowsByTable;
}

/** All that the screens of somebody show who sees the whole school, in whatever scope it stands. */
export async function shownInOffice({
  replica,
}: SignedInDevice): Promise<Pick<RowsByTable, 'classes' | 'students'>> {
  return {
    classes: (await shownRows(() => replica.readAll('classes'))).toSorted(byId),
    students: (await shownRows(() => replica.readAll('students'))).toSorted(byId),
  };
}

/** Classes of their own for each test, and a device of a person that has synced and then lost its network. */
export async function openEffectScene(world: ApiWorld, time: TestTime, person: Person): Promise<EffectScene> {
  const { greenfield } = world;
  const { teacher } = greenfield;
  const schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [teacher] });
  const secondClass = await makeClass(world.context, greenfield.tenant, { teachers: [teacher] });
  const [ada, bo, cy] = await makeStudents(
    world.context,
    greenfield.tenant,
    schoolClass,
    ['Ada', 'Bo', 'Cy'].map((first_name) => ({ first_name, last_name: 'Fern' })),
  );
  if (!ada || !bo || !cy) throw new Error('The class has no students');
  await world.testDatabase.administrator.query(
    `insert into works (tenant_id, id, kind, author_id, title) values ($1, gen_random_uuid(), 'book', $2, 'Otters')`,
    [greenfield.tenant.id, bo.id],
  );
  const device = await signInOnDevice(world, time, person);
  const shown = () => readShown(device, teacher, [schoolClass, secondClass]);
  await device.sync();
  await (person === teacher ? shown() : shownInOffice(device));
  device.network.cut = 'before';
  return { world, greenfield, schoolClass, secondClass, ids: [ada.id, bo.id, cy.id], device, shown };
}
