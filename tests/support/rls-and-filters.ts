import { randomBytes, randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { SignedPush } from '#contract/sync/grants.schema.ts';
import type { Cursor, PushAnswer } from '#contract/sync/sync.schema.ts';
import { pictureMessage, recordingMessage } from '#contract/sync/grants.rules.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { makeClass, makeMember, makeStudent, makeWorks } from '#server/seeds/factories.ts';
import { makeLiveCourse } from './content-pages.ts';
import { openApiWorld, payloadOf, urlOf, type ApiWorld, type TestSchool } from './api-world.ts';
import { makeCause } from './causes.ts';
import { insertCertificate } from './certificates.ts';
import {
  hiddenFrom,
  matrix,
  matrixCallers,
  matrixPreparation,
  matrixImports,
  matrixTablets,
  matrixOffers,
  matrixRequests,
  matrixResources,
  matrixWorks,
  type CellInput,
  type EndpointName,
  type MatrixCaller,
  type WholeEntry,
  type MatrixTokens,
} from './authorization-matrix.ts';
import { fingerprinter, type Fingerprint } from './fingerprint.ts';
import { pushSigned, SigningTablet } from './grants.ts';
import { makeEmailLinks, makeInvitations, makeLetters } from './member-links.ts';
import { photograph } from './pictures.ts';
import { voice } from './recordings.ts';
import { makePasswordLinks } from './password-links.ts';
import { familyCaller } from './families.ts';
import { buyers, insertDocument, orderOf, quoteFor, sellAt } from './shops.ts';
import { makeVisitLinks, setGuestConsent } from './visits.ts';
import { WithoutTenantFilters } from './without-tenant-filters.ts';

const declared: Readonly<Record<string, WholeEntry | undefined>> = matrix;

/** What the matrix declares of an endpoint. */
export function entryOf(name: string): WholeEntry {
  const entry = declared[name];
  if (!entry) throw new Error(`${name} is not in the matrix`);
  return entry;
}

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
    let tokens: MatrixTokens;
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
      const session = async (host: string, school: string) =>
        (await world.signIn(host, `lead@${school}.test`)).refresh;
      const pair = async () => ({
        greenfield: await session('greenfield.localhost', 'greenfield'),
        riverside: await session('riverside.localhost', 'riverside'),
      });
      const signed = {
        greenfield: await emptyPush(world.greenfield),
        riverside: await emptyPush(world.riverside),
      };
      const madeWorks = await matrixWorks(world);
      const orders = await matrixOrders(world);
      const causes = {
        greenfield: await makeCause(world, world.greenfield, { state: 'open' }),
        riverside: await makeCause(world, world.riverside, { state: 'open' }),
      };
      await setGuestConsent(world, world.organization, 'always');
      tokens = {
        refresh: await pair(),
        leave: await pair(),
        ...madeWorks,
        resources: await matrixResources(world, callers),
        offers: await matrixOffers(world, callers),
        requests: await matrixRequests(world, callers),
        orders,
        causes,
        certificates: await matrixCertificates(world, { works: madeWorks.works, orders, causes }),
        tablets: await matrixTablets(world, callers),
        imports: await matrixImports(world),
        prepared: {
          greenfield: await matrixPreparation(world, world.greenfield),
          riverside: await matrixPreparation(world, world.riverside),
        },
        signed,
        ...(await matrixPictures(world)),
        course: (await makeLiveCourse(world, 2)).id,
        spareClass: (await makeClass(world.context, world.greenfield.tenant)).id,
        parked: await parkCalls(world),
        links: {
          greenfield: await makePasswordLinks(world, world.greenfield, callers.length + 1),
          riverside: await makePasswordLinks(world, world.riverside, 1),
        },
        visits: {
          greenfield: await makeVisitLinks(world, world.greenfield, callers.length),
          riverside: await makeVisitLinks(world, world.riverside, 1),
        },
        members: {
          greenfield: (await makeMember(world.context, world.greenfield.tenant, { role: 'teacher' })).id,
          riverside: (await makeMember(world.context, world.riverside.tenant, { role: 'teacher' })).id,
        },
        invitations: {
          greenfield: await makeInvitations(world, world.greenfield, 4 * callers.length),
          riverside: await makeInvitations(world, world.riverside, 4 * callers.length),
        },
        letters: {
          greenfield: await makeLetters(world, world.greenfield, 2 * callers.length),
          riverside: await makeLetters(world, world.riverside, 2 * callers.length),
        },
        emails: {
          greenfield: await makeEmailLinks(world, world.greenfield, 2 * callers.length),
          riverside: await makeEmailLinks(world, world.riverside, 1),
        },
      };
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

    async function matrixCertificates(
      { greenfield, riverside }: ApiWorld,
      { works, orders, causes }: Pick<MatrixTokens, 'works' | 'orders' | 'causes'>,
    ): Promise<MatrixTokens['certificates']> {
      // Who has the address of a gift's certificate reads the name on it, so it is nobody's here.
      const ofGift = (school: TestSchool, order: { id: string; line: string }) =>
        insertCertificate(world, school, { kind: 'giving', order, name: 'A giver' });
      const ofWork = (school: TestSchool, workId: string, causeId: string) =>
        insertCertificate(world, school, { kind: 'raised', workId, causeId, name: 'Zoe', isWithdrawn: true });
      return {
        greenfield: await ofGift(greenfield, orders.greenfield),
        riverside: await ofGift(riverside, orders.riverside),
        of_maple: await ofWork(greenfield, works.maple, causes.greenfield),
        of_birch: await ofWork(greenfield, works.birch, causes.greenfield),
        of_riverside: await ofWork(riverside, works.riverside, causes.riverside),
      };
    }

    async function emptyPush({ student, host }: TestSchool): Promise<SignedPush> {
      const tablet = new SigningTablet();
      const { grant_id } = await tablet.grantFor(world, student);
      const signed = tablet.sign(grant_id, student.id, []);
      await pushSigned(world, host, signed);
      return signed;
    }

    /** What each cell answered, as `who, target: outcome`, and whatever it should not have done. */
    async function run(
      { targets, cells, input }: WholeEntry,
      send: (caller: MatrixCaller, cell: CellInput) => Promise<{ outcome: string; text: string }>,
    ): Promise<{ answered: string[]; declared: string[]; faults: string[] }> {
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
          const { outcome, text } = await send(caller, input(target, world, tokens, caller.user_id));
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
        const { targets, cells, input } = entryOf(endpointName);
        const unlike: string[] = [];
        for (const caller of callers.filter((each) => insiders.has(each.name))) {
          const refused = targets.filter((_, column) => cells[caller.name][column] !== 'ok');
          for (const target of refused) {
            const cell = input(target, world, tokens, caller.user_id);
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
        const { targets, input } = entryOf(name);
        const hidden = Object.values(buyers).flatMap((buyer) => Object.values(buyer));
        for (const target of targets) {
          const cell = input(target, world, tokens, randomUUID());
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

    it.each(queued.map((endpoint) => [endpoint.name as EndpointName]))(
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

/** Parked calls of a student of each part: one for each cell of the two calls that decide about one. */
async function matrixPictures(
  world: ApiWorld,
): Promise<Pick<MatrixTokens, 'picture' | 'signedPictures' | 'recording' | 'signedRecordings'>> {
  const picture = await photograph('teal');
  const recording = voice();
  const sign = async ({ tenant, host }: TestSchool) => {
    // A child that no other cell is about, or one of them would take the grant back.
    const account = { username: 'ida-otter-11', password: 'quiet-otter-11' };
    const schoolClass = await makeClass(world.context, tenant);
    const { id } = await makeStudent(world.context, tenant, schoolClass, account);
    const student = { id, tenant_id: tenant.id, ...account };
    const tablet = new SigningTablet();
    const { grant_id } = await tablet.grantFor(world, student);
    const [story] = await makeWorks(world.context, tenant, [{ author_id: student.id, state: 'draft' }]);
    const workId = story?.id ?? '';
    const signature = tablet.signMessage(pictureMessage(grant_id, workId, picture.sha256));
    // The first time it is kept, and from then on it changes nothing.
    await world.call({ host, access: null }, pictureEndpoints.sendByGrant, {
      params: { workId, sha256: picture.sha256 },
      body: { grant_id, signature, picture: picture.file },
    });
    const ofRecording = tablet.signMessage(recordingMessage(grant_id, workId, recording.sha256));
    await world.call({ host, access: null }, recordingEndpoints.sendByGrant, {
      params: { workId, sha256: recording.sha256 },
      body: { grant_id, signature: ofRecording, recording: recording.file },
    });
    return {
      picture: { workId, grant_id, signature },
      recording: { workId, grant_id, signature: ofRecording },
    };
  };
  const [greenfield, riverside] = [await sign(world.greenfield), await sign(world.riverside)];
  return {
    picture,
    signedPictures: { greenfield: greenfield.picture, riverside: riverside.picture },
    recording,
    signedRecordings: { greenfield: greenfield.recording, riverside: riverside.recording },
  };
}

/** A printed book that costs nothing, bought at each school by a visitor. */
async function matrixOrders(world: ApiWorld): Promise<MatrixTokens['orders']> {
  const buyAt = async (school: TestSchool, code: string, buyer: (typeof buyers)[keyof typeof buyers]) => {
    const [work] = await makeWorks(world.context, school.tenant, [
      { kind: 'book', author_id: null, visibility: 'public' },
    ]);
    const free = { digital_price: 0, print_price: 0, print_cost: 0, shipping_price: 0 };
    await sellAt(world, school, { code, works: [work?.id ?? ''], ...free });
    const visitor = { host: school.host, access: null };
    const lines = [{ work_id: work?.id ?? '', edition: 'print' as const, quantity: 1 }];
    const { quote } = await quoteFor(world, visitor, lines);
    const { name, email, street } = buyer;
    const address = { street, postcode: '10115', city: 'Berlin' };
    const body = orderOf({ quote }, lines, { name, email, address });
    const { token } = await world.call(visitor, orderEndpoints.place, { body });
    const { rows } = await world.testDatabase.administrator.query<{ id: string; line: string }>(
      `select made.id, line.id as line from orders as made
       join order_lines as line on line.tenant_id = made.tenant_id and line.order_id = made.id
       where made.tenant_id = $1 and made.token = $2`,
      [school.tenant.id, token],
    );
    const id = rows[0]?.id ?? '';
    const document = await insertDocument(world, school, { id, number: `${code}-XO26-00001`, buyer });
    return { token, lines, quote, code, id, line: rows[0]?.line ?? '', document };
  };
  return {
    greenfield: await buyAt(world.greenfield, 'GRN', buyers.greenfield),
    riverside: await buyAt(world.riverside, 'RIV', buyers.riverside),
  };
}

async function parkCalls(world: ApiWorld): Promise<MatrixTokens['parked']> {
  const { greenfield, riverside, testDatabase } = world;
  const makers = {
    maple: greenfield.students[1],
    birch: greenfield.otherStudents[1],
    no_class: greenfield.studentWithoutClass,
    riverside: riverside.students[1],
  };
  const park = async (tenantId: string, maker: { id: string } | undefined) => {
    const call = { seq: 1, name: 'identity.markTutorialSeen', v: 1, input: { params: { key: 'stories' } } };
    const { rows } = await testDatabase.administrator.query<{ id: string }>(
      `insert into parked_calls (tenant_id, id, user_id, device_id, mutation_id, seq, name, call, reason)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), mutation, 1, $3, $4 || jsonb_build_object('mutation_id', mutation), 'archived'
       from (select gen_random_uuid() as mutation from generate_series(1, 80)) as made
       returning id`,
      [tenantId, maker?.id, call.name, call],
    );
    return rows.map((row) => row.id);
  };
  return {
    maple: await park(greenfield.tenant.id, makers.maple),
    birch: await park(greenfield.tenant.id, makers.birch),
    no_class: await park(greenfield.tenant.id, makers.no_class),
    riverside: await park(riverside.tenant.id, makers.riverside),
  };
}

function outcomeOf(status: number, body: unknown): string {
  return status === 200 ? 'ok' : ((body as { code?: string } | null)?.code ?? `status ${status}`);
}
