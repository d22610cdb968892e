import { sql } from 'kysely';
import * as v from 'valibot';
import { onCommittedChanges, type CommittedChanges } from './changes.ts';
import type { Database } from './database.ts';
import { listenToNotifications } from './notifications.ts';

const channel = 'scope_versions';
/** Milliseconds in which the versions of a scope are gathered: the last one says it all. */
const gatherFor = 50;
/** Milliseconds until what could not be sent is sent again. */
const retryAfter = 1000;
/** Scopes in one notification, which may have 8000 bytes. */
const scopesEach = 100;

const Announcement = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ tenant: v.string(), versions: v.record(v.string(), v.number()) }),
);

export interface AnnouncementListener {
  changed(changes: CommittedChanges): void;
  /** Some announcements may have been missed: from now on they are heard (again). */
  missed(): void;
}

/**
 * Tells every server on this database which scopes have a new version. What this server wrote is announced after its
 * commit, by a statement of its own: a NOTIFY inside of the writing transaction would make all commits queue up. A server
 * that dies between the two leaves a change unannounced; devices find it when they next poll.
 */
export class Announcements {
  readonly #database: Database;
  readonly #onFailure: (error: unknown, what: string) => void;
  readonly #listeners = new Set<AnnouncementListener>();
  readonly #stopGathering: () => void;
  readonly #stopHearing: () => Promise<void>;
  #gathered = new Map<string, Map<string, number>>();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: {
    database: Database;
    /** Address of the same database, for the connection that listens. */
    url: string;
    /** Hears of what is tried again by itself. */
    onFailure: (error: unknown, what: string) => void;
  }) {
    this.#database = options.database;
    this.#onFailure = options.onFailure;
    this.#stopGathering = onCommittedChanges(options.database, (changes) => this.#gather(changes));
    this.#stopHearing = listenToNotifications({
      url: options.url,
      channel,
      onNotification: (payload) => this.#hear(payload),
      onReady: () => {
        for (const listener of this.#listeners) listener.missed();
      },
      onLost: (error) => options.onFailure(error, 'no connection for announcements'),
    });
  }

  listen(listener: AnnouncementListener): void {
    this.#listeners.add(listener);
  }

  /** Sends what is gathered, and stops. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopGathering();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#sending;
    await this.#send();
    await this.#stopHearing();
  }

  #gather(changes: CommittedChanges): void {
    this.#add(changes);
    this.#sendAfter(gatherFor);
  }

  #add({ tenantId, versions }: CommittedChanges): void {
    const gathered = this.#gathered.get(tenantId) ?? new Map<string, number>();
    this.#gathered.set(tenantId, gathered);
    for (const [scope, version] of versions) {
      gathered.set(scope, Math.max(version, gathered.get(scope) ?? 0));
    }
  }

  #sendAfter(milliseconds: number): void {
    if (this.#timer || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#sending = this.#sending.then(() => this.#send());
    }, milliseconds);
  }

  async #send(): Promise<void> {
    const sent = this.#gathered;
    if (sent.size === 0) return;
    this.#gathered = new Map();
    try {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloadsOf(sent)}::text[]) as payload`.execute(
        this.#database,
      );
    } catch (error) {
      this.#onFailure(error, 'an announcement could not be sent');
      if (this.#closed) return;
      for (const [tenantId, versions] of sent) this.#add({ tenantId, versions });
      this.#sendAfter(retryAfter);
    }
  }

  #hear(payload: string): void {
    const parsed = v.safeParse(Announcement, payload);
    // Whoever may connect may notify, so this is no assertion.
    if (!parsed.success) {
      this.#onFailure(
        new Error(`Not an announcement: ${payload.length} characters`),
        'an announcement could not be read',
      );
      return;
    }
    const { tenant, versions } = parsed.output;
    const changes = { tenantId: tenant, versions: new Map(Object.entries(versions)) };
    for (const listener of this.#listeners) listener.changed(changes);
  }
}

function payloadsOf(gathered: ReadonlyMap<string, ReadonlyMap<string, number>>): string[] {
  const payloads: string[] = [];
  for (const [tenant, versions] of gathered) {
    const all = [...versions];
    for (let start = 0; start < all.length; start += scopesEach) {
      payloads.push(
        JSON.stringify({ tenant, versions: Object.fromEntries(all.slice(start, start + scopesEach)) }),
      );
    }
  }
  return payloads;
}
