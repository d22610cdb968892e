import { limits } from '#contract/kit/limits.ts';
import { checkEndpoints } from '#contract/sync/check.endpoints.ts';
import { digestTables } from '#contract/sync/sync.hash.ts';
import type { CheckRequest } from '#contract/sync/check.schema.ts';
import {
  snapshotTableNames,
  type Cursor,
  type Scope,
  type SnapshotRow,
  type SnapshotTable,
} from '#contract/sync/sync.schema.ts';
import { ApiProblem, NoNetworkError, UnreadableAnswerError, type ApiClient } from './api-client.ts';
import { elapsed } from './clock.ts';
import type { SyncEnvironment } from './environment.ts';
import type { ReplicaDatabase } from './replica-database.ts';

/** Milliseconds between two comparisons. */
const interval = 60 * 60 * 1000;
/** Milliseconds for the request, which is small. */
const requestTimeout = 10_000;
/** Scopes that are compared at a time; the next ones follow next time. */
const scopesEach = Math.min(8, limits.scopesPerCheck);

/**
 * A version that no data ever has: the next pull sends a scope with it whole, as it does a scope of an earlier epoch. The scope
 * stays in the cursor, so that the server still revokes it where the person lost access (law 10).
 */
const forceResync = Number.MAX_SAFE_INTEGER;

/** A few scopes as they were at one moment. */
interface Sample {
  cursor: Cursor;
  scopes: ReadonlyMap<Scope, ReadonlyMap<SnapshotTable, readonly SnapshotRow[]>>;
}

/**
 * Compares now and then what the device holds with what the server has, by number and hash, and has the scopes that
 * differ sent anew. Nothing in the protocol needs it; it mends what a bug or a broken disk did (law 4).
 */
export class SnapshotCheck {
  readonly #database: ReplicaDatabase;
  readonly #api: ApiClient;
  readonly #environment: Pick<SyncEnvironment, 'now' | 'crypto'>;
  readonly #userId: string;
  /** When this tab last took its turn, or saw that another one had; null before its first. */
  #lastTurn: number | null = null;

  constructor(options: {
    database: ReplicaDatabase;
    api: ApiClient;
    environment: Pick<SyncEnvironment, 'now' | 'crypto'>;
    userId: string;
  }) {
    this.#database = options.database;
    this.#api = options.api;
    this.#environment = options.environment;
    this.#userId = options.userId;
  }

  /**
   * To be called when a pull brought nothing more. Compares where it is time to: once after opening, then every hour.
   * True where something differed, so that a pull is due.
   */
  async run(): Promise<boolean> {
    // Looked at in memory first: a poll that brought nothing does not touch the database either.
    if (this.#lastTurn !== null && this.#isRecent(this.#lastTurn)) return false;
    const sample = await this.#takeSample();
    if (!sample) return false;
    const differing = await this.#compare(sample);
    return differing.length > 0 && (await this.#forget(differing, sample.cursor));
  }

  #isRecent(moment: number): boolean {
    return elapsed(moment, this.#environment.now()) < interval;
  }

  async #takeSample(): Promise<Sample | null> {
    return await this.#database.opening(
      () => this.#chooseSample(),
      async (sample, open) => {
        if (!sample) return null;
        const scopes = new Map<Scope, Map<SnapshotTable, SnapshotRow[]>>();
        for (const { scope, table, records } of sample.records) {
          const tables = scopes.get(scope) ?? new Map<SnapshotTable, SnapshotRow[]>();
          scopes.set(scope, tables.set(table, await open(records)));
        }
        return { cursor: sample.cursor, scopes };
      },
    );
  }

  async #chooseSample() {
    return await this.#database.write(async (stored) => {
      const { cursor, complete } = await stored.readStateAndCursor();
      if (!cursor || !complete) return null;
      const last = (await stored.readCheck()) ?? { at: 0, through: '' };
      if (this.#lastTurn !== null && this.#isRecent(last.at)) {
        this.#lastTurn = last.at;
        return null;
      }
      const names = Object.keys(cursor.scopes).toSorted() as Scope[];
      const next = names.filter((name) => name > last.through);
      const chosen = [...next, ...names].slice(0, Math.min(scopesEach, names.length));
      const through = chosen.at(-1);
      if (through === undefined) return null;
      this.#lastTurn = this.#environment.now();
      stored.writeCheck({ at: this.#lastTurn, through });
      const places = chosen.flatMap((scope) => snapshotTableNames.map((table) => ({ scope, table })));
      const found = await stored.rows.readMany(places);
      return { cursor, records: [...found].map(([place, records]) => ({ ...place, records })) };
    });
  }

  async #compare({ cursor, scopes }: Sample): Promise<Scope[]> {
    const digests: CheckRequest['scopes'] = {};
    for (const [scope, tables] of scopes) {
      digests[scope] = {
        version: cursor.scopes[scope] ?? 0,
        tables: await digestTables(tables, (bytes) => this.#environment.crypto.digest('SHA-256', bytes)),
      };
    }
    try {
      const { epoch, schema, tables } = cursor;
      const body: CheckRequest = {
        user_id: this.#userId,
        epoch,
        schema,
        ...(tables && { tables }),
        scopes: digests,
      };
      return (await this.#api.call(checkEndpoints.check, { body }, { timeout: requestTimeout })).differing;
    } catch (error) {
      // It is no part of what has to get through: another time will do.
      const isPassing = [ApiProblem, NoNetworkError, UnreadableAnswerError].some(
        (kind) => error instanceof kind,
      );
      if (!isPassing) throw error;
      return [];
    }
  }

  /** Has these scopes sent whole by the next pull; until then their rows stay. False where a newer pull was faster. */
  async #forget(differing: readonly Scope[], compared: Cursor): Promise<boolean> {
    return await this.#database.write(async (stored) => {
      const { cursor, ...state } = await stored.readStateAndCursor();
      if (!cursor || cursor.epoch !== compared.epoch) return false;
      const wrong = differing.filter((scope) => cursor.scopes[scope] === compared.scopes[scope]);
      if (wrong.length === 0) return false;
      const scopes = { ...cursor.scopes };
      for (const scope of wrong) scopes[scope] = forceResync;
      // Counted up, so that a pull that is under way with the old cursor finds that it is too late.
      stored.writeState({ ...state, cursor: { ...cursor, scopes }, pulls: state.pulls + 1 });
      return true;
    });
  }
}
