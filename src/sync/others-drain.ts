import { ApiProblem, type ApiClient } from './api-client.ts';
import { backoffDelay } from './backoff.ts';
import { elapsed, leftOf, type Hold } from './clock.ts';
import { exchangeCredential, leaveSession } from './credential-exchange.ts';
import { withDeviceDatabase } from './device-database.ts';
import { endOf, failuresAfter, type DrainEnd } from './drain-end.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { newPace, type Pace } from './drain-pace.ts';
import { Drain } from './drain.ts';
import { endNotedSessions } from './ended-sessions.ts';
import { forgetGrant, pushByGrant, readGrants, requestGrant, type KeptGrant } from './grants.ts';
import { credentialOwners, forgetCredential, type CredentialOwner } from './kept-credentials.ts';
import { Outbox } from './outbox.ts';
import { lockRetry, PatientLock } from './patient-lock.ts';
import { Pictures } from './pictures.ts';
import { ReplicaDatabase } from './replica-database.ts';
import { Sealer } from './sealing.ts';
import { noteOlderCopy } from './storage.ts';
import { View } from './view.ts';

/** Milliseconds until the next look at what others left here; their replicas are closed, so nobody tells. */
const lookInterval = 60_000;

/** Milliseconds after which somebody who signed in without a network is there, or has left. */
const arrivalTime = 60_000;

/** `busy`: another tab is at it. */
type OwnerEnd = DrainEnd | { kind: 'busy'; gotOn?: false };

/** Nobody's calls are shown here, so no definition is needed. */
const noDefinitions = new Map<string, never>();

export interface OthersDrainOptions {
  environment: DrainEnvironment;
  /** Used for calls that need no session alone. */
  api: ApiClient;
  /** For calls with this access token, as somebody who is not signed in here any more. */
  apiWith: (access: string) => ApiClient;
  /** Whose replica is open, and sends for itself; null where nobody is signed in. */
  signedIn: string | null;
  /** Hears of failures that nobody waits for. */
  onFailure: (error: unknown) => void;
}

/**
 * Changes outlive the session: sends what those left here who are not signed in, by the grant that the school gave this
 * device for each of them, one person after the other. It fetches nothing, and shows nobody's words to anybody (law 5). First it
 * ends at school the sessions that ended here without it.
 */
export class OthersDrain {
  readonly #environment: DrainEnvironment;
  readonly #api: ApiClient;
  readonly #apiWith: (access: string) => ApiClient;
  readonly #signedIn: string | null;
  readonly #onFailure: (error: unknown) => void;
  readonly #locks = new Map<string, PatientLock>();
  /** By person: what a slow network taught, and how long the school asked to be left alone with their work. */
  readonly #paces = new Map<string, Pace>();
  readonly #holds = new Map<string, Hold>();
  #stopWaking: (() => void) | null = null;
  #callOffTimer: (() => void) | null = null;
  #running = false;
  #runAgain = false;
  #closed = false;
  #failures = 0;

  constructor(options: OthersDrainOptions) {
    this.#environment = options.environment;
    this.#api = options.api;
    this.#apiWith = options.apiWith;
    this.#signedIn = options.signedIn;
    this.#onFailure = options.onFailure;
  }

  start(): void {
    this.#stopWaking ??= this.#environment.onWake(() => {
      this.#failures = 0;
      this.drainNow();
    });
    this.drainNow();
  }

  drainNow(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#runAgain = true;
      return;
    }
    this.#running = true;
    this.#runAgain = false;
    this.#cancelTimer();
    this.#round().then(
      (ends) => this.#finish(ends),
      (error: unknown) => {
        this.#fail(error);
        this.#finish([{ kind: 'again', retryAfter: null }]);
      },
    );
  }

  /**
   * By the grants alone, and then no more: for a worker that the browser wakes while no window is open, and soon ends. What
   * somebody came in with without a network stays, because they may still be there.
   * @returns false where something was left that is worth another try
   */
  async drainOnce(): Promise<boolean> {
    for (;;) {
      const ended = await this.#endSessions();
      const grants = await readGrants(this.#environment);
      const ends = [ended, ...(await this.#eachInTurn(grants, (grant) => this.#drainOf(grant)))];
      const kinds = new Set(ends.map((end) => end.kind));
      if (!kinds.has('more'))
        return !(['no_network', 'again', 'busy'] as const).some((kind) => kinds.has(kind));
    }
  }

  close(): void {
    this.#closed = true;
    this.#stopWaking?.();
    this.#cancelTimer();
  }

  async #round(): Promise<OwnerEnd[]> {
    const ended = await this.#endSessions();
    if (ended.kind === 'no_network') return [ended];
    const owners = await credentialOwners(this.#environment);
    const ends = [ended, ...(await this.#eachInTurn(owners, (owner) => this.#redeem(owner)))];
    // The next one would meet the same.
    if (ends.some(({ kind }) => kind === 'no_network')) return ends;
    const grants = await readGrants(this.#environment);
    return [...ends, ...(await this.#eachInTurn(grants, (grant) => this.#drainOf(grant)))];
  }

  /** Those who left while the school could not be reached are signed out there, too. */
  async #endSessions(): Promise<OwnerEnd> {
    try {
      await endNotedSessions(this.#environment, this.#api);
      return { kind: 'done' };
    } catch (error) {
      return endOf(error);
    }
  }

  async #eachInTurn<Person extends { user_id: string }>(
    people: readonly Person[],
    work: (person: Person) => Promise<OwnerEnd>,
  ): Promise<OwnerEnd[]> {
    const ends: OwnerEnd[] = [];
    for (const person of people) {
      if (person.user_id === this.#signedIn || this.#isHeld(person.user_id)) continue;
      if (this.#closed) break;
      const end = await work(person);
      ends.push(end);
      if (end.kind === 'again' && end.retryAfter !== null)
        this.#holds.set(person.user_id, {
          since: this.#environment.now(),
          milliseconds: end.retryAfter * 1000,
        });
      if (end.kind === 'no_network') break;
    }
    return ends;
  }

  /**
   * Somebody came in without a network and left before it was back: what they came in with gets their work its grant, once.
   * Where they left no work, or have a grant from before, it is not needed.
   */
  async #redeem(owner: CredentialOwner): Promise<OwnerEnd> {
    const environment = this.#environment;
    const database = new ReplicaDatabase(environment, owner);
    try {
      await database.open();
      if (!(await hasWaiting(database))) {
        const hasLeft = elapsed(owner.kept_at, environment.now()) > arrivalTime;
        if (hasLeft) await forgetCredential(environment, owner, owner.id);
        return { kind: 'done' };
      }
      const grants = await readGrants(environment);
      if (grants.some(({ user_id }) => user_id === owner.user_id)) return { kind: 'done' };
      const end = await this.#lockOf(database.name).run(() => this.#redeemUnderLock(owner));
      return end ?? { kind: 'busy' };
    } catch (error) {
      this.#fail(error);
      return { kind: 'again', retryAfter: null };
    } finally {
      database.close();
    }
  }

  async #redeemUnderLock(owner: CredentialOwner): Promise<DrainEnd> {
    const environment = this.#environment;
    try {
      const session = await exchangeCredential(environment, this.#api, owner);
      if (!session) return { kind: 'done' };
      try {
        await requestGrant(environment, this.#apiWith(session.access), owner);
      } catch (error) {
        // A no for good. The work waits for its owner.
        const isFinal = error instanceof ApiProblem && error.status < 500 && error.status !== 429;
        if (isFinal) await forgetCredential(environment, owner, owner.id);
        throw error;
      } finally {
        leaveSession(this.#api, session);
      }
      return { kind: 'done' };
    } catch (error) {
      const end = endOf(error);
      return end.kind === 'sign_in' ? { kind: 'done' } : end;
    }
  }

  /** What goes wrong with one person's database holds up nobody else's. */
  async #drainOf(grant: KeptGrant): Promise<OwnerEnd> {
    const database = new ReplicaDatabase(this.#environment, grant);
    try {
      await database.open();
      if (!(await hasWaiting(database))) return { kind: 'done' };
      const end = await this.#lockOf(database.name).run(() => this.#drainUnderLock(grant, database));
      if (end?.kind !== 'sign_in') return end ?? { kind: 'busy' };
      // The work stays, and waits for its owner.
      await forgetGrant(this.#environment, grant);
      return { kind: 'done' };
    } catch (error) {
      this.#fail(error);
      return { kind: 'again', retryAfter: null };
    } finally {
      database.close();
    }
  }

  #lockOf(databaseName: string): PatientLock {
    const lock = this.#locks.get(databaseName) ?? new PatientLock(this.#environment, databaseName);
    this.#locks.set(databaseName, lock);
    return lock;
  }

  async #drainUnderLock(grant: KeptGrant, database: ReplicaDatabase): Promise<DrainEnd> {
    const environment = this.#environment;
    const sealer = await withDeviceDatabase(environment, async (device) => {
      const opened = new Sealer(environment, device);
      await opened.ready();
      return opened;
    });
    const owner = { tenant_id: grant.tenant_id, user_id: grant.user_id };
    const outbox = new Outbox({ database, environment, sealer, owner, definitions: noDefinitions });
    const pictures = new Pictures({ database, environment, sealer, owner });
    const view = new View(
      database,
      outbox,
      noDefinitions,
      () => undefined,
      (error) => this.#fail(error),
    );
    // The owner may come back, in this tab or another, while this goes on.
    const channel = environment.openChannel(database.name);
    try {
      await outbox.load(view);
      await pictures.load();
      return await new Drain({
        database,
        outbox,
        pictures,
        pictureSender: (code) => code.byGrant(environment, this.#api, grant),
        view,
        api: this.#api,
        pushByGrant: pushByGrant(environment, this.#api, grant),
        userId: grant.user_id,
        definitions: noDefinitions,
        pace: this.#paceOf(grant.user_id),
        environment,
        stored: () => channel.send('stored'),
        onOlderCopy: () => noteOlderCopy(environment),
      }).run();
    } finally {
      channel.close();
    }
  }

  #finish(ends: readonly OwnerEnd[]): void {
    this.#running = false;
    const kinds = new Set(ends.map((end) => end.kind));
    const hasFailed = kinds.has('no_network') || kinds.has('again') || kinds.has('needs_update');
    const gotOn = ends.some((end) => end.gotOn);
    this.#failures = hasFailed ? failuresAfter(this.#failures, { gotOn }) : 0;
    if (this.#runAgain || kinds.has('more')) this.#scheduleAfter(0);
    else if (kinds.has('busy')) this.#scheduleAfter(lockRetry);
    else if (hasFailed) this.#scheduleAfter(backoffDelay(this.#failures, this.#environment.random(), null));
    else this.#scheduleAfter(Math.min(lookInterval, ...this.#heldFor()));
  }

  #paceOf(userId: string): Pace {
    const pace = this.#paces.get(userId) ?? newPace();
    this.#paces.set(userId, pace);
    return pace;
  }

  /** True while the school asked to be left alone with this person's work. */
  #isHeld(userId: string): boolean {
    const hold = this.#holds.get(userId);
    return hold !== undefined && leftOf(hold, this.#environment.now()) > 0;
  }

  /** Milliseconds for which the school still wants to be left alone, for each person of whom it said so. */
  #heldFor(): number[] {
    const now = this.#environment.now();
    return [...this.#holds.values()].map((hold) => leftOf(hold, now)).filter((left) => left > 0);
  }

  #scheduleAfter(milliseconds: number): void {
    this.#cancelTimer();
    if (this.#closed) return;
    this.#callOffTimer = this.#environment.setTimer(() => {
      this.#callOffTimer = null;
      this.drainNow();
    }, milliseconds);
  }

  #cancelTimer(): void {
    this.#callOffTimer?.();
    this.#callOffTimer = null;
  }

  /** Once closed, what was under way fails because it shall. */
  #fail(error: unknown): void {
    if (!this.#closed) this.#onFailure(error);
  }
}

async function hasWaiting(database: ReplicaDatabase): Promise<boolean> {
  const [calls, pictures] = await Promise.all([database.readCalls(), database.readPictures()]);
  return [...calls, ...pictures].some(({ state }) => state === 'waiting');
}
