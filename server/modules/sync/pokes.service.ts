import { tellsFrom } from '#contract/kit/ceilings.ts';
import { scopeOf, type Poke, type Scope } from '#contract/sync/sync.schema.ts';
import type { Announcements } from '#server/platform/announcements.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { metrics } from '#server/platform/metrics.ts';
import type { Actor, StreamCall } from '#server/platform/route.ts';
import type { ReadableScopes } from './readable-scopes.ts';
import * as repository from './sync.repository.ts';

export interface PokeLimits {
  /** Milliseconds between two looks at who listens: whether they still may, and to what. */
  lookInterval: number;
  /** Streams of one person on this server; one more ends the oldest, which most likely nobody reads any more. */
  streamsPerPerson: number;
  /** The same of one school: beyond it the oldest ends, and its tablet looks by itself until there is room. */
  streamsPerTenant: number;
}

const usualLimits: PokeLimits = { lookInterval: 20_000, streamsPerPerson: 50, streamsPerTenant: 5000 };

export interface PokeService {
  /** Sends the version of each scope that the caller may read: all at first, then each that has risen. */
  listen(call: StreamCall<Poke>): void;
  close(): Promise<void>;
}

export function createPokeService(options: {
  database: Database;
  announcements: Announcements;
  readableScopes: ReadableScopes;
  /** Who shows these access tokens now, in one statement; those that are good no more are left out. */
  findActors: (
    transaction: TenantTransaction,
    tenantId: string,
    accessTokens: readonly string[],
  ) => Promise<ReadonlyMap<string, Actor>>;
  limits: Partial<PokeLimits>;
  /** A school has four fifths of its streams open at this server, after there were fewer. */
  onNearlyAll: (tenantId: string) => Promise<void>;
  /** Hears of what is tried again with the next look. */
  onFailure: (error: unknown) => void;
}): PokeService {
  const { lookInterval, streamsPerPerson, streamsPerTenant } = { ...usualLimits, ...options.limits };
  /** By tenant, oldest first. */
  const listeners = new Map<string, Set<Listener>>();
  /** By tenant, too: each look is at those of one. */
  const due = new Map<string, Set<Listener>>();
  let looking: Promise<void> | null = null;
  const nearlyAll = Math.ceil(streamsPerTenant * tellsFrom);
  /** Of the last school that was told, and of those before it. */
  let telling = Promise.resolve();

  const all = () => [...listeners.values()].flatMap((each) => [...each]);

  function beDue(listener: Listener): void {
    const ofTenant = due.get(listener.tenantId) ?? new Set();
    due.set(listener.tenantId, ofTenant.add(listener));
  }

  function tell(tenantId: string): void {
    telling = telling.then(() => options.onNearlyAll(tenantId)).catch(options.onFailure);
  }

  /** One look at a time, on one connection: however many listen, the others have the rest of the pool. */
  function look(): void {
    looking ??= lookAtAllDue()
      .catch(options.onFailure)
      .finally(() => {
        looking = null;
        if (due.size > 0) look();
      });
  }

  async function lookAtAllDue(): Promise<void> {
    for (;;) {
      const [next] = due;
      if (!next) return;
      const [tenantId, batch] = next;
      due.delete(tenantId);
      if (batch.size === 0) continue;
      await inTenant(options.database, tenantId, async (transaction) => {
        const tokens = [...batch].map(({ accessToken }) => accessToken);
        const actors = await options.findActors(transaction, tenantId, tokens);
        for (const listener of batch)
          await listener.look(transaction, actors.get(listener.accessToken), options.readableScopes);
      });
    }
  }

  const timer = setInterval(() => {
    for (const listener of all()) beDue(listener);
    look();
  }, lookInterval);

  options.announcements.listen({
    changed({ tenantId, versions }) {
      for (const listener of listeners.get(tenantId) ?? []) {
        listener.hear(versions as ReadonlyMap<Scope, number>);
        if (listener.isWaiting) beDue(listener);
      }
      look();
    },
    missed() {
      for (const listener of all()) {
        listener.wantScopes('now');
        beDue(listener);
      }
      look();
    },
  });

  return {
    listen(call) {
      const listener = new Listener(call);
      const ofTenant = listeners.get(listener.tenantId) ?? new Set();
      listeners.set(listener.tenantId, ofTenant.add(listener));
      metrics.pokeStreams.inc();
      call.signal.addEventListener('abort', () => {
        metrics.pokeStreams.dec();
        due.get(listener.tenantId)?.delete(listener);
        ofTenant.delete(listener);
        if (ofTenant.size === 0 && listeners.get(listener.tenantId) === ofTenant) {
          listeners.delete(listener.tenantId);
        }
      });
      const own = [...ofTenant].filter(({ personId }) => personId === listener.personId);
      if (own.length > streamsPerPerson) own[0]?.end();
      if (ofTenant.size === nearlyAll) tell(listener.tenantId);
      if (ofTenant.size > streamsPerTenant) [...ofTenant][0]?.end();
      beDue(listener);
      look();
    },
    async close() {
      clearInterval(timer);
      due.clear();
      await looking;
      await telling;
    },
  };
}

/** Somebody with an open stream. */
class Listener {
  readonly tenantId: string;
  readonly personId: string;
  readonly accessToken: string;
  readonly #call: StreamCall<Poke>;
  readonly #ownScope: Scope;
  /** The scopes that the person may read, with the version that was last sent. */
  #versions: ReadonlyMap<Scope, number> = new Map();
  /** When the readable scopes have to be read again: at once, with the next look that comes anyway, or not at all. */
  #wanted: 'now' | 'later' | 'no' = 'now';

  constructor(call: StreamCall<Poke>) {
    this.#call = call;
    this.tenantId = call.tenant.id;
    this.personId = call.actor.id;
    this.accessToken = call.accessToken;
    this.#ownScope = scopeOf.user(call.actor.id);
  }

  /** True where the next look is too late. */
  get isWaiting(): boolean {
    return this.#wanted === 'now';
  }

  wantScopes(when: 'now' | 'later'): void {
    if (this.#wanted !== 'now') this.#wanted = when;
  }

  end(): void {
    this.#call.end();
  }

  hear(versions: ReadonlyMap<Scope, number>): void {
    let known: Map<Scope, number> | null = null;
    for (const [scope, version] of versions) {
      const before = (known ?? this.#versions).get(scope);
      // Before anything was read it may be one of ours. Later it is most likely somebody else's: where it has become
      // readable, the next look finds that out, and at once where the write noted the person's own scope as well.
      if (before === undefined) this.wantScopes(this.#versions.size === 0 ? 'now' : 'later');
      else if (before < version) {
        known ??= new Map(this.#versions);
        known.set(scope, version);
        this.#call.send({ scope, version });
      }
      if (scope === this.#ownScope) this.wantScopes('now');
    }
    if (known) this.#versions = known;
  }

  /** Ends the stream where its time is over; reads again what the person may see where that may be another by now. */
  async look(
    transaction: TenantTransaction,
    actor: Actor | undefined,
    readableScopes: ReadableScopes,
  ): Promise<void> {
    if (actor?.role !== this.#call.actor.role) {
      this.end();
      return;
    }
    if (this.#wanted === 'no') return;
    const wanted = this.#wanted;
    this.#wanted = 'no';
    try {
      const scopes = await readableScopes(transaction, actor);
      this.#take(await repository.readVersions(transaction, this.tenantId, scopes));
    } catch (error) {
      this.wantScopes(wanted);
      throw error;
    }
  }

  /** What was read may be older than what was heard meanwhile. */
  #take(read: ReadonlyMap<Scope, number>): void {
    const before = this.#versions;
    const versions = new Map(
      [...read].map(([scope, version]) => [scope, Math.max(version, before.get(scope) ?? 0)] as const),
    );
    this.#versions = versions;
    for (const [scope, version] of versions) {
      if (before.get(scope) !== version) this.#call.send({ scope, version });
    }
  }
}
