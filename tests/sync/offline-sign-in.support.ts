import { afterEach } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import {
  chooseAvatar,
  chooseAvatarInput,
  writeAboutMe,
  writeAboutMeInput,
} from '#src/features/profiles/profiles.mutations.ts';
import { memoryStorage } from '#src/session/device-storage.ts';
import { clearSession, writeOfflineSession, writeUser } from '#src/session/session-keys.ts';
import { createTokenSource, runAloneAcrossTabs, tokensOf } from '#src/session/tokens.ts';
import { type ApiClient, createApiClient } from '#src/sync/api-client.ts';
import { exchangeCredential, leaveSession } from '#src/sync/credential-exchange.ts';
import { GrantKeeper } from '#src/sync/grants.ts';
import { signInOffline } from '#src/sync/offline-sign-in.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import { OthersDrain } from '#src/sync/others-drain.ts';
import type { Replica } from '#src/sync/replica.ts';
import { keepPack } from '#src/sync/tablet-pack.ts';
import { unsentOnThisDevice } from '#src/sync/unsent.ts';
import { deviceReport } from '../support/device-reports.ts';
import { queuedCalls, shownRows, TestNetwork, until } from '../support/sync-device.ts';
import { openTab, settled, TestDevice, TestTime } from '../support/sync-environment.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** A child of greenfield with a printed card. */
export interface CardHolder {
  id: string;
  username: string;
  password: string;
  badge: string;
}

function onFailure(error: unknown): void {
  throw error;
}

/** Tablets of a school with children who have cards, for the tests of one file. */
export function tabletsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  let opened: { close(): void }[] = [];
  let children = 0;

  afterEach(() => {
    for (const each of opened) each.close();
    opened = [];
  });

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
    readonly tokens = createTokenSource({
      storage: this.storage,
      runAlone: runAloneAcrossTabs(undefined, 'any'),
      renew: (refresh) => this.api.call(identityEndpoints.refresh, { body: { refresh } }),
      onRefused: () => this.end('refused'),
      offline: {
        exchange: ({ id, tenant_id }) =>
          exchangeCredential(this.environment, this.api, { tenant_id, user_id: id }),
        onExchanged: (user) => writeUser(this.storage, user),
        onNotLetIn: () => this.end('not_let_in'),
        discard: (session) => leaveSession(this.api, session),
      },
      now: () => this.time.now(),
      random: () => 0,
    });
    readonly api: ApiClient = this.connect(this.tokens);

    connect(tokens: Parameters<typeof createApiClient>[0]['tokens']) {
      return createApiClient({ origin: `http://${greenfield.host}`, tokens, fetch: this.network.fetch });
    }

    end(how: string): void {
      this.ended.push(how);
      clearSession(this.storage);
    }

    wake(): void {
      this.tokens.wake();
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
      const api = this.connect(tokensOf(result.user.id, this.tokens, this.storage));
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
        apiWith: (access) => this.connect({ access: () => access, refresh: async () => 'refused' }),
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

  return { world, greenfield, riverside, newChild, printCard, ownThingsOf, preparedTablet, replaceCards };
}
