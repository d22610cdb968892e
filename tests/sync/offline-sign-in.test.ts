import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { profileEndpoints } from '#contract/students/profiles.endpoints.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import {
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import { memoryStorage } from '#src/session/device-storage.ts';
import { clearSession, readUser, writeOfflineSession, writeUser } from '#src/session/session-keys.ts';
import { createTokenSource, runAloneAcrossTabs, tokensOf } from '#src/session/tokens.ts';
import { createApiClient, type ApiClient } from '#src/sync/api-client.ts';
import { exchangeCredential, leaveSession } from '#src/sync/credential-exchange.ts';
import { GrantKeeper, readGrants } from '#src/sync/grants.ts';
import { credentialOwners, keepCredential } from '#src/sync/kept-credentials.ts';
import { rememberPassword, signInOffline } from '#src/sync/offline-sign-in.ts';
import { OthersDrain } from '#src/sync/others-drain.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import type { Replica } from '#src/sync/replica.ts';
import { keepPack, readPack } from '#src/sync/tablet-pack.ts';
import { unsentOnThisDevice } from '#src/sync/unsent.ts';
import { hasVault } from '#src/sync/vault.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { rawStorage } from '../support/raw-storage.ts';
import { queuedCalls, shownRows, TestNetwork, until } from '../support/sync-device.ts';
import { openTab, settled, TestDevice, TestTime } from '../support/sync-environment.ts';

/** A child of greenfield with a printed card. */
interface CardHolder {
  id: string;
  username: string;
  password: string;
  badge: string;
}

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;
let opened: { close(): void }[] = [];
let children = 0;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
});

afterEach(() => {
  for (const each of opened) each.close();
  opened = [];
});

afterAll(() => world.close());

function onFailure(error: unknown): void {
  throw error;
}

async function newChild(first_name = 'Ida'): Promise<CardHolder> {
  children += 1;
  const account = { username: `${first_name.toLowerCase()}-otter-${children}`, password: 'quiet-otter-11' };
  const { id } = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
    first_name,
    last_name: 'Alderwick',
    ...account,
  });
  return { id, ...account, badge: await printCard(id) };
}

async function printCard(studentId: string, school = greenfield): Promise<string> {
  const input = { params: { studentId } };
  return (await world.call(await world.as(school.schoolAdmin), cardEndpoints.issueForStudent, input)).badge;
}

async function ownThingsOf(child: CardHolder) {
  const { rows } = await world.testDatabase.administrator.query<{ avatar: string; about_me: string }>(
    'select avatar, about_me from users where id = $1',
    [child.id],
  );
  return rows[0];
}

/** A browser on a tablet: its storages, and a network that can go. */
class Tablet {
  readonly device = new TestDevice();
  readonly time = new TestTime();
  readonly network = new TestNetwork(world);
  readonly storage = memoryStorage();
  readonly environment = openTab(this.device, this.time).environment;
  readonly ended: string[] = [];
  readonly #tokens = createTokenSource({
    storage: this.storage,
    runAlone: runAloneAcrossTabs(undefined, 'any'),
    renew: (refresh) => this.api.call(identityEndpoints.refresh, { body: { refresh } }),
    onRefused: () => this.#end('refused'),
    offline: {
      exchange: ({ id, tenant_id }) =>
        exchangeCredential(this.environment, this.api, { tenant_id, user_id: id }),
      onExchanged: (user) => writeUser(this.storage, user),
      onNotLetIn: () => this.#end('not_let_in'),
      discard: (session) => leaveSession(this.api, session),
    },
    now: () => this.time.now(),
    random: () => 0,
  });
  readonly api: ApiClient = this.#connect(this.#tokens);

  #connect(tokens: Parameters<typeof createApiClient>[0]['tokens']) {
    return createApiClient({ origin: `http://${greenfield.host}`, tokens, fetch: this.network.fetch });
  }

  #end(how: string): void {
    this.ended.push(how);
    clearSession(this.storage);
  }

  wake(): void {
    this.#tokens.wake();
  }

  /** As a teacher does it, with a network; then the network goes. */
  async prepare(): Promise<void> {
    const caller = await world.as(greenfield.teacher);
    const device_id = greenfield.teacher.id;
    await world.call(caller, deviceEndpoints.report, { body: deviceReport({ device_id }) });
    const body = { device_id, school_class_ids: [greenfield.ownClass.id] };
    const prepared = await world.call(caller, deviceEndpoints.prepare, { body });
    await keepPack(this.environment, { tenant_id: greenfield.tenant.id, ...prepared });
    this.network.cut = 'before';
  }

  async comeIn(username: string, password: string): Promise<Visit> {
    const tenantId = greenfield.tenant.id;
    const result = await signInOffline(this.environment, tenantId, { username, password });
    if (result.kind !== 'signed_in') throw new Error(`Nobody is signed in: ${result.kind}`);
    writeOfflineSession(this.storage, result.user, `visit ${Math.random()}`);
    const api = this.#connect(tokensOf(result.user.id, this.#tokens, this.storage));
    const replica = await openReplica({
      environment: this.environment,
      api,
      user: result.user,
      standIn: { ...result.user, about_me: null, tutorials: [] },
      definitions: queuedCalls,
      onFailure,
    });
    const keeper = new GrantKeeper({ environment: this.environment, api, replica, onFailure });
    opened.push(replica, keeper);
    keeper.start();
    return new Visit(this, result.user, replica);
  }

  /** Nobody is signed in, or somebody who has nothing to do with it. */
  drainOthers(signedIn: string | null = null): void {
    const drain = new OthersDrain({
      environment: this.environment,
      api: this.api,
      apiWith: (access) => this.#connect({ access: () => access, refresh: async () => 'refused' }),
      signedIn,
      onFailure,
    });
    opened.push(drain);
    drain.start();
  }

  async unsent(): Promise<(string | null)[]> {
    const people = await unsentOnThisDevice(this.environment, greenfield.tenant.id);
    return people.map(({ user_id }) => user_id);
  }
}

/** A child at a tablet, from signing in to leaving. */
class Visit {
  constructor(
    readonly tablet: Tablet,
    readonly user: User,
    readonly replica: Replica,
  ) {}

  async profile() {
    const [row] = await shownRows(() => this.replica.read(scopeOf.user(this.user.id), 'profile'));
    return row;
  }

  async make(avatar: string, words: string): Promise<void> {
    // As the page does: what is shown is what the change is compared with.
    await this.profile();
    await this.replica.enqueue(chooseAvatar, chooseAvatarInput(avatar));
    await this.replica.enqueue(writeAboutMe, writeAboutMeInput(words));
  }

  /** As a press of the button does it. */
  async sync(): Promise<void> {
    this.tablet.wake();
    this.replica.syncNow();
    await until(() => !this.replica.status().busy, 'the run ended');
    await settled();
  }

  async leave(): Promise<void> {
    clearSession(this.tablet.storage);
    await this.replica.forgetSnapshot();
    this.replica.close();
  }
}

async function preparedTablet(): Promise<Tablet> {
  const tablet = new Tablet();
  await tablet.prepare();
  return tablet;
}

describe('a child at a prepared tablet without a network', () => {
  it('has its own page on a tablet that it never used, and sends what it did when the network is back', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    expect(await visit.profile()).toMatchObject({ id: child.id, first_name: 'Ida', about_me: null });
    await visit.make('seahorse', 'I collect labels');
    expect(await visit.profile()).toMatchObject({ avatar: 'seahorse', about_me: 'I collect labels' });
    await visit.sync();
    expect(visit.replica.status()).toMatchObject({ state: 'waiting_for_network', waiting: 2 });
    expect(readUser(tablet.storage)).toEqual(visit.user);

    tablet.network.cut = 'no';
    await visit.sync();
    await expect.poll(() => ownThingsOf(child)).toEqual({ avatar: 'seahorse', about_me: 'I collect labels' });
    expect(visit.replica.changes()).toEqual([]);
    expect(await visit.profile()).toMatchObject({ last_name: 'Alderwick', avatar: 'seahorse' });
    expect(readUser(tablet.storage)).toMatchObject({ id: child.id, last_name: 'Alderwick' });
    // With the grant there is no more need of what it came in with.
    await expect.poll(() => readGrants(tablet.environment)).toMatchObject([{ user_id: child.id }]);
    await expect.poll(() => credentialOwners(tablet.environment)).toEqual([]);
  });

  it('is told where its words would take the place of some that it could not see', async () => {
    const child = await newChild();
    const caller = await world.signIn(greenfield.host, child.username, child.password);
    await world.call(caller, profileEndpoints.writeAboutMe, { body: { about_me: 'I like cats' } });
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    await visit.make('seahorse', 'I like dogs');
    tablet.network.cut = 'no';
    await visit.sync();
    expect(await ownThingsOf(child)).toEqual({ avatar: 'seahorse', about_me: 'I like cats' });
    expect(visit.replica.changes()).toMatchObject([{ state: 'refused' }]);
  });

  it('finds its changes again after it left and came back, still without a network', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const first = await tablet.comeIn(child.username, child.badge);
    await first.make('seahorse', 'I collect labels');
    await first.leave();
    const second = await tablet.comeIn(child.username, child.badge);
    expect(await second.profile()).toMatchObject({ avatar: 'seahorse', about_me: 'I collect labels' });
    tablet.network.cut = 'no';
    await second.sync();
    await expect.poll(() => ownThingsOf(child)).toMatchObject({ about_me: 'I collect labels' });
  });
});

describe('children who left before the network was back', () => {
  it('have their work sent, each as its own, with nobody signed in', async () => {
    const [ida, ben] = [await newChild('Ida'), await newChild('Ben')];
    const tablet = await preparedTablet();
    const one = await tablet.comeIn(ida.username, ida.badge);
    await one.make('seahorse', 'marmalade');
    await one.leave();
    const other = await tablet.comeIn(ben.username, ben.badge);
    expect(await other.profile()).toMatchObject({ id: ben.id, about_me: null });
    await other.make('hedgehog', 'blackcurrant');
    await other.leave();
    const left = await rawStorage(tablet.device);
    for (const secret of ['marmalade', 'blackcurrant', 'seahorse', 'Alderwick', ida.badge, ben.badge])
      expect(left).not.toContain(secret);

    tablet.drainOthers();
    await settled();
    expect(await tablet.unsent()).toHaveLength(2);
    tablet.network.cut = 'no';
    await tablet.time.advance(60_000);
    await expect.poll(() => ownThingsOf(ida)).toEqual({ avatar: 'seahorse', about_me: 'marmalade' });
    await expect.poll(() => ownThingsOf(ben)).toEqual({ avatar: 'hedgehog', about_me: 'blackcurrant' });
    await expect.poll(() => tablet.unsent()).toEqual([]);
    expect(await credentialOwners(tablet.environment)).toEqual([]);
    const { rows } = await world.testDatabase.administrator.query(
      'select 1 from sessions where user_id = any($1) and revoked_at is null',
      [[ida.id, ben.id]],
    );
    expect(rows).toEqual([]);
  });

  it('have their work sent while the next child works, whose session it does not touch', async () => {
    const [ida, ben] = [await newChild('Ida'), await newChild('Ben')];
    const tablet = await preparedTablet();
    const one = await tablet.comeIn(ida.username, ida.badge);
    await one.make('seahorse', 'marmalade');
    await one.leave();
    const other = await tablet.comeIn(ben.username, ben.badge);
    tablet.network.cut = 'no';
    tablet.drainOthers(ben.id);
    await expect.poll(() => ownThingsOf(ida)).toEqual({ avatar: 'seahorse', about_me: 'marmalade' });
    await other.sync();
    expect(readUser(tablet.storage)?.id).toBe(ben.id);
    expect(await other.profile()).toMatchObject({ id: ben.id, about_me: null });
    expect(await ownThingsOf(ben)).toEqual({ avatar: null, about_me: null });
  });

  it('have nothing kept of them where they made nothing', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    await (await tablet.comeIn(child.username, child.badge)).leave();
    tablet.drainOthers();
    await tablet.time.advance(3 * 60_000);
    await expect.poll(() => credentialOwners(tablet.environment)).toEqual([]);
    expect(await readGrants(tablet.environment)).toEqual([]);
  });

  it('have their work kept for them where the card was replaced meanwhile', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    await visit.make('seahorse', 'marmalade');
    await visit.leave();
    await replaceCards(child);
    tablet.network.cut = 'no';
    tablet.drainOthers();
    await expect.poll(() => credentialOwners(tablet.environment)).toEqual([]);
    await settled();
    expect(await ownThingsOf(child)).toEqual({ avatar: null, about_me: null });
    expect(await tablet.unsent()).toEqual([child.id]);

    // The child comes with the new card, and all is sent.
    const badge = await printCard(child.id);
    await tablet.prepare();
    const again = await tablet.comeIn(child.username, badge);
    tablet.network.cut = 'no';
    await again.sync();
    await expect.poll(() => ownThingsOf(child)).toMatchObject({ about_me: 'marmalade' });
  });
});

async function replaceCards({ id }: CardHolder): Promise<void> {
  const caller = await world.as(greenfield.teacher);
  const listed = await world.call(caller, cardEndpoints.listOfStudent, {
    params: { studentId: id },
    query: {},
  });
  await world.call(caller, cardEndpoints.replaceOfStudent, {
    params: { studentId: id },
    body: { last_printed_at: listed.results[0]?.printed_at ?? null },
  });
}

describe('a child whom the school does not let in', () => {
  it.each([
    ['its card was replaced', replaceCards],
    [
      'it was archived',
      async ({ id }: CardHolder) => {
        const caller = await world.as(greenfield.teacher);
        await world.call(caller, studentEndpoints.archive, { body: { user_ids: [id] } });
      },
    ],
  ])('has its session ended where %s, and its work kept', async (_, change) => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const visit = await tablet.comeIn(child.username, child.badge);
    await visit.make('seahorse', 'marmalade');
    await change(child);
    tablet.network.cut = 'no';
    await visit.sync();
    expect(tablet.ended).toEqual(['not_let_in']);
    expect(readUser(tablet.storage)).toBeNull();
    expect(await ownThingsOf(child)).toEqual({ avatar: null, about_me: null });
    expect(await tablet.unsent()).toEqual([child.id]);
    expect(await credentialOwners(tablet.environment)).toEqual([]);
  });

  it('is not let in by a password that is none any more, which opens nothing here from then on', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const session = await world.call({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
      body: { username: child.username, password: child.password },
    });
    await rememberPassword(tablet.environment, session.user, child.password);
    const owner = { tenant_id: greenfield.tenant.id, user_id: child.id };
    // Another password now.
    await world.testDatabase.administrator.query(
      `update credentials set password_sealed = null, password_hash =
         (select password_hash from credentials where user_id = $2) where user_id = $1`,
      [child.id, greenfield.teacher.id],
    );
    const visit = await tablet.comeIn(child.username, child.password);
    await visit.make('seahorse', 'marmalade');
    expect(await hasVault(tablet.environment, owner)).toBe(true);
    tablet.network.cut = 'no';
    await visit.sync();
    expect(tablet.ended).toEqual(['not_let_in']);
    expect(await hasVault(tablet.environment, owner)).toBe(false);
    expect(await tablet.unsent()).toEqual([child.id]);
  });

  it('is one of another school, on the spot', async () => {
    const badge = await printCard(riverside.student.id, riverside);
    const tablet = await preparedTablet();
    const given = { username: riverside.student.username, password: badge };
    expect(await signInOffline(tablet.environment, greenfield.tenant.id, given)).toEqual({ kind: 'wrong' });
    expect(await signInOffline(tablet.environment, riverside.tenant.id, given)).toEqual({
      kind: 'not_prepared',
    });
  });

  it('is somebody else at school than on this tablet, and sends nothing as that one', async () => {
    const [ida, ben] = [await newChild('Ida'), await newChild('Ben')];
    const tablet = await preparedTablet();
    // The name on the card is unknown here; at school it is Ben’s, and so is the password that was kept.
    const visit = await tablet.comeIn('nobody-here-1', ida.badge);
    await visit.make('seahorse', 'marmalade');
    const owner = { tenant_id: greenfield.tenant.id, user_id: ida.id };
    await keepCredential(tablet.environment, owner, { username: ben.username, password: ben.badge });
    tablet.network.cut = 'no';
    await visit.sync();
    expect(tablet.ended).toEqual(['not_let_in']);
    expect(await ownThingsOf(ben)).toEqual({ avatar: null, about_me: null });
    expect(await tablet.unsent()).toEqual([ida.id]);
  });
});

describe('a password that was typed here before', () => {
  it('lets its child in by its picture in the picker, and the school as well when it is back', async () => {
    const child = await newChild();
    const tablet = await preparedTablet();
    const session = await world.call({ host: greenfield.host, access: null }, identityEndpoints.signIn, {
      body: { username: child.username, password: child.password },
    });
    await rememberPassword(tablet.environment, session.user, child.password);
    const kept = await readPack(tablet.environment, greenfield.tenant.id);
    const tile = kept?.pack.classes[0]?.students.find(({ id }) => id === child.id);
    const visit = await tablet.comeIn(tile?.handle ?? '', child.password);
    expect(visit.user).toMatchObject({ last_name: 'Alderwick', username: child.username });
    await visit.make('seahorse', 'marmalade');
    tablet.network.cut = 'no';
    await visit.sync();
    await expect.poll(() => ownThingsOf(child)).toEqual({ avatar: 'seahorse', about_me: 'marmalade' });
  });
});
