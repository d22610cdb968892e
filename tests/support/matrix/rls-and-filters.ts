import { randomBytes, randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Cursor, PushAnswer } from '#contract/sync/sync.schema.ts';
import { openApiWorld, payloadOf, urlOf, type ApiWorld } from '../api-world.ts';
import { familyCaller } from '../families.ts';
import { fingerprinter, type Fingerprint } from '../fingerprint.ts';
import { buyers } from '../shops.ts';
import { WithoutTenantFilters } from '../without-tenant-filters.ts';
import { hiddenFrom, matrixCallers, type MatrixCaller } from './callers.ts';
import type { CellInput, WholeEntry } from './entry.ts';
import { entryOf, makeRows, type CellMaker } from './matrix.ts';

/** Refused for their role, because nobody asks, or because it is served in schools alone: no wall is reached. */
const isBeforeTheWalls = (caller: string, outcome: string) =>
  outcome === 'request.forbidden' ||
  outcome === 'request.not_found' ||
  (caller === 'visitor' && outcome === 'request.unauthenticated');

/** Those to whom a school would give away most by saying what it will not show. */
const insiders: ReadonlySet<string> = new Set(['student', 'teacher', 'school_admin', 'organization_admin']);

/** The same call about something that nobody has: each id and token is a new one, but for the caller’s own id. */
function ofNobody(cell: CellInput, ownId: string): CellInput {
  const made = new Map<string, string>();
  const anew = (make: () => string) => (found: string) => {
    const other = made.get(found) ?? (found === ownId ? found : make());
    made.set(found, other);
    return other;
  };
  const text = JSON.stringify(cell)
    .replaceAll(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gu, anew(uuidv7))
    .replaceAll(
      /(?<![\w-])[\w-]{43}(?![\w-])/gu,
      anew(() => randomBytes(32).toString('base64url')),
    );
  return JSON.parse(text) as CellInput;
}
/** What stands between a caller and rows that are not theirs. */
export interface Walls {
  name: string;
  rowLevelSecurity: boolean;
  filters: boolean;
}

export const rlsAndFilters: Walls = { name: 'both walls', rowLevelSecurity: true, filters: true };

export const rlsOrFilters: readonly Walls[] = [
  { name: 'row-level security alone', rowLevelSecurity: true, filters: false },
  { name: 'the program’s own filters alone', rowLevelSecurity: false, filters: true },
];

/** The tests of every cell of the matrix behind these walls, on a world of their own. */
export function describeMatrix({ name: wall, rowLevelSecurity, filters }: Walls): void {
  describe(`with ${wall}`, () => {
    const plugin = new WithoutTenantFilters();
    let world: ApiWorld;
    let callers: MatrixCaller[];
    let input: CellMaker;
    let fingerprint: () => Promise<Fingerprint>;
    let fingerprintOfRiverside: () => Promise<Fingerprint>;
    let riversideAtFirst: Fingerprint;

    // All callers share one network, and each refused link is a wrong guess of it.
    beforeEach(async () => {
      await world.testDatabase.administrator.query('delete from failed_guesses');
    });
    beforeAll(async () => {
      world = await openApiWorld({ rowLevelSecurity, plugins: filters ? [] : [plugin] });
      callers = await matrixCallers(world);
      // The first sign-in at a tenant makes its key, which no later refusal may do.
      await world.signIn(world.organization.host, world.organization.admin.email);
      await world.signIn('localhost', world.platformAdmin.email);
      input = await makeRows(world, callers);
      const { administrator } = world.testDatabase;
      // What a push leaves behind in any case is the ledger: who said what, and that it was refused. A wrong guess is counted, and a wrong code.
      fingerprint = await fingerprinter(administrator, {
        except: ['sync_calls', 'sync_clients', 'failed_guesses', 'order_codes'],
      });
      fingerprintOfRiverside = await fingerprinter(administrator, { tenantId: world.riverside.tenant.id });
      await administrator.query('delete from failed_guesses');
      riversideAtFirst = await fingerprintOfRiverside();
    });

    afterAll(() => world.close());

    /** What each cell answered, as `who, target: outcome`, and whatever it should not have done. */
    async function run(
      entry: WholeEntry,
      send: (caller: MatrixCaller, cell: CellInput) => Promise<{ outcome: string; text: string }>,
    ): Promise<{ answered: string[]; declared: string[]; faults: string[] }> {
      const { targets, cells } = entry;
      const answered: string[] = [];
      const expected: string[] = [];
      const faults: string[] = [];
      let before = await fingerprint();
      for (const caller of callers) {
        const hidden = hiddenFrom(caller.name, caller.user_id, world);
        for (const [column, target] of targets.entries()) {
          const expects = cells[caller.name][column] ?? '';
          // Which wall is gone makes no difference to them; they are asked for once.
          if (!(rowLevelSecurity && filters) && isBeforeTheWalls(caller.name, expects)) continue;
          const cell = `${caller.name} (${caller.who}), ${target}`;
          const { outcome, text } = await send(caller, input(entry, target, caller.user_id));
          answered.push(`${cell}: ${outcome}`);
          expected.push(`${cell}: ${expects}`);
          const after = await fingerprint();
          const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
          if (outcome !== 'ok' && changed.length > 0) faults.push(`${cell} changed ${changed.join(', ')}`);
          const leaked = hidden.filter((canary) => text.includes(canary));
          if (leaked.length > 0) faults.push(`${cell} was shown ${leaked.join(', ')}`);
          before = after;
        }
      }
      return { answered, declared: expected, faults };
    }

    it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
      'each caller gets of %s what is declared, and a refusal changes and shows nothing',
      async (name, endpoint) => {
        const result = await run(entryOf(name), async ({ caller }, cell) => {
          const payload = await payloadOf(endpoint, cell);
          const { status, body } = await world.request(
            caller,
            endpoint.method,
            urlOf(endpoint, cell),
            payload,
          );
          return { outcome: outcomeOf(status, body), text: JSON.stringify(body) };
        });
        expect(result.answered).toEqual(result.declared);
        expect(result.faults).toEqual([]);
      },
    );

    // How a refusal is worded is one thing, whichever wall refuses; it is asked for once.
    const worded = rowLevelSecurity && filters ? endpoints : [];
    it.each(worded.map((endpoint) => [endpoint.name, endpoint] as const))(
      'what a caller of %s may not see is answered like what is not there',
      async (endpointName, endpoint) => {
        const entry = entryOf(endpointName);
        const { targets, cells } = entry;
        const unlike: string[] = [];
        for (const caller of callers.filter((each) => insiders.has(each.name))) {
          const refused = targets.filter((_, column) => cells[caller.name][column] !== 'ok');
          for (const target of refused) {
            const cell = input(entry, target, caller.user_id);
            const ask = async ({ body, ...address }: CellInput) => {
              const options = body === undefined ? {} : { body };
              const url = urlOf(endpoint, address);
              const { status, body: said } = await world.request(
                caller.caller,
                endpoint.method,
                url,
                options,
              );
              return JSON.stringify([status, { ...(said as object), request_id: '' }]);
            };
            const [there, absent] = [await ask(cell), await ask(ofNobody(cell, caller.user_id))];
            if (there !== absent) unlike.push(`${caller.name}, ${target}: ${there}, but ${absent}`);
          }
        }
        expect(unlike).toEqual([]);
      },
    );

    // The one caller without an account or a row of the matrix: a cookie alone.
    const reads = rowLevelSecurity && filters ? endpoints.filter(({ method }) => method === 'GET') : [];
    it.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
      'a family by its cookie is told no buyer by %s',
      async (name, endpoint) => {
        const family = await familyCaller(world, world.greenfield);
        const entry = entryOf(name);
        const hidden = Object.values(buyers).flatMap((buyer) => Object.values(buyer));
        for (const target of entry.targets) {
          const cell = input(entry, target, randomUUID());
          const { status, body } = await world.request(family, 'GET', urlOf(endpoint, cell), {
            headers: { cookie: family.cookie ?? '' },
          });
          expect(status).toBeLessThan(500);
          expect(hidden.filter((canary) => JSON.stringify(body).includes(canary))).toEqual([]);
        }
      },
    );

    const queued = endpoints.filter((endpoint) => endpoint.offline === 'queued');
    // As a tablet asks: at first for all that the caller may see, and then for what is new of it.
    const cursors = new Map<MatrixCaller, Cursor | null>();

    it.each(queued.map((endpoint) => [endpoint.name]))(
      'each caller gets of %s by the outbox what the call itself gives',
      async (name) => {
        const result = await run(entryOf(name), async (from, { params, body: sent }) => {
          const { caller, user_id } = from;
          const call = { seq: 1, mutation_id: uuidv7(), name, v: 1, input: { params, body: sent } };
          const cursor = cursors.get(from) ?? null;
          const { status, body } = await world.request(caller, 'POST', '/api/sync/push/', {
            body: { client_id: randomUUID(), user_id, calls: [call], cursor },
          });
          if (status === 200) cursors.set(from, cursorAfter(cursor, body as PushAnswer));
          const text = JSON.stringify(body);
          if (status !== 200) return { outcome: outcomeOf(status, body), text };
          const [answer] = (body as PushAnswer).results;
          if (answer?.outcome === 'refused') return { outcome: answer.problem.code, text };
          return { outcome: answer?.outcome === 'applied' ? 'ok' : String(answer?.outcome), text };
        });
        expect(result.answered).toEqual(result.declared);
        expect(result.faults).toEqual([]);
      },
    );

    it('nothing of all this touched a row of the other school', async () => {
      expect(await fingerprintOfRiverside()).toEqual(riversideAtFirst);
    });

    it('the other wall is really gone where it should be', async () => {
      const { administrator, database } = world.testDatabase;
      const { rows } = await administrator.query<{ standing: number }>(
        'select count(*)::int as standing from pg_class where relrowsecurity and relforcerowsecurity',
      );
      expect((rows[0]?.standing ?? 0) > 0).toBe(rowLevelSecurity);
      const schools = await database.selectFrom('users').select('tenant_id').distinct().execute();
      expect(schools.length > 1).toBe(!rowLevelSecurity);
      expect(plugin.removed > 500).toBe(!filters);
    });
  });
}

/** Where a tablet stands that has stored what came with a push. */
function cursorAfter(cursor: Cursor | null, { pull }: PushAnswer): Cursor | null {
  if (pull === null) return cursor;
  const known = pull.reset ? {} : (cursor?.scopes ?? {});
  const dropped: readonly string[] = pull.drop_scopes;
  const scopes = Object.entries({ ...known, ...pull.cursor.scopes });
  return { ...pull.cursor, scopes: Object.fromEntries(scopes.filter(([scope]) => !dropped.includes(scope))) };
}

function outcomeOf(status: number, body: unknown): string {
  return status === 200 ? 'ok' : ((body as { code?: string } | null)?.code ?? `status ${status}`);
}
