import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import {
  DatabaseUnavailableError,
  endsConnection,
  isOutdated,
  StaleStatementError,
} from './database-errors.ts';
import type { MeasuredLoad } from './admission.ts';
import { metrics, watchPool } from './metrics.ts';

// Counters and positions stay far below 2^53, and a number is what the contract says.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const statementNames = new Map<string, string>();

/** The name of a statement is made from its text, so that the same text is the same statement everywhere. */
function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

/** What connections of this process prepared so far; for tests. */
export const preparedTexts = (): string[] => [...statementNames.keys()];

/** Rows written out one after the other: another text for each number of rows, too many to keep. */
const isListOfRows = (text: string) => text.includes('), ($');

/** A cursor over a table, for an export: hundreds of texts, each used once in a while, of which no plan is worth keeping. */
const isCursor = (text: string) => /^\s*declare\b/u.test(text);

/** What a transaction says of itself, with the value written out. It takes no parameters, and is gone with the transaction. */
const isSetting = (text: string) => text.startsWith('set local ');

/** How a transaction begins. It waits for what is asked in it at first, and goes along: a way less to the database and back. */
const isBeginning = (text: string) => /^(?:begin|start transaction)\b/u.test(text);
const noRows = { command: 'BEGIN', rowCount: null, rows: [] };

/** @returns the answer to the last statement */
async function inOneMessage(client: pg.PoolClient, statements: readonly string[]): Promise<unknown> {
  // Several statements in one text have as many answers, of which the types know nothing.
  const answers: unknown = await client.query(statements.join('; '));
  return Array.isArray(answers) ? answers.at(-1) : answers;
}

/** Milliseconds after which an unused connection ends: longer than a lesson's pauses, as a new one plans all statements anew. */
const idleFor = 5 * 60_000;

export interface PoolOptions {
  /** At most, of this program. */
  connections?: number;
  /** Milliseconds that a call waits for a connection. */
  connectWithin?: number;
  /** Milliseconds for an answer. A host that vanished never says so. */
  answerWithin?: number;
  /** Learns how busy the connections are. */
  load?: MeasuredLoad;
}

/** One connection to the database, from its start to its end. */
interface Connection {
  /** Which schema its statements were prepared for. */
  readonly schema: number;
  /** Names of the statements that it ran. */
  readonly prepared: Set<string>;
  isLost: boolean;
}

/** What the driver says itself about an answer that did not come (`query_timeout`); it has no code. */
const isLate = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/**
 * Connections for the program's own role. Statements are named, so that PostgreSQL parses and plans each once per
 * connection and not each time it runs: planning our queries takes longer than running them. A pooler in between has to
 * know of prepared statements, which `pooler-test.ts` looks at. It would lose what a connection sets for itself, so limits and
 * what plans are made by stand on the roles (`database-roles.ts`).
 *
 * A connection that ends while it is used ends the calls on it with a `DatabaseUnavailableError`, and is thrown away. A
 * `StaleStatementError` closes all connections of the schema before: others hold the same statement.
 */
export function openPool(url: string, options: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    connectionTimeoutMillis: options.connectWithin ?? 10_000,
    idleTimeoutMillis: idleFor,
    query_timeout: options.answerWithin ?? 30_000,
    keepAlive: true,
    types,
  });
  const endWatch = watchPool(pool);
  options.load?.attach(pool.options.max, () => pool.waitingCount);
  const connections = new WeakMap<pg.PoolClient, Connection>();
  let schema = 0;

  pool.on('connect', (client) => {
    const connection: Connection = { schema, prepared: new Set(), isLost: false };
    connections.set(client, connection);
    // The pool listens to idle clients alone; an error that nobody listens to ends the process.
    client.on('error', () => {
      connection.isLost = true;
    });
  });
  // The next query opens another.
  pool.on('error', () => undefined);

  const isGood = (connection: Connection) => !connection.isLost && connection.schema === schema;

  async function checkOut(): Promise<{ client: pg.PoolClient; connection: Connection }> {
    const arrived = metrics.poolWait.startTimer();
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        throw new DatabaseUnavailableError(error);
      });
      const connection = connections.get(client);
      if (connection && isGood(connection)) {
        arrived();
        return { client, connection };
      }
      client.release(true);
    }
  }

  /** What to throw for what the driver threw. */
  function failure(error: unknown, connection: Connection, wasPrepared: boolean): unknown {
    if (wasPrepared && isOutdated(error)) {
      // Only the first one begins another schema; the connections of that one are new.
      if (connection.schema === schema) schema += 1;
      return new StaleStatementError(error);
    }
    if (endsConnection(error) || isLate(error)) connection.isLost = true;
    if (error instanceof pg.DatabaseError || !connection.isLost) return error;
    return new DatabaseUnavailableError(error);
  }

  function preparing(client: pg.PoolClient, connection: Connection): PostgresPoolClient {
    let beginning: string | null = null;

    async function ask(name: string | null, work: () => Promise<unknown>): Promise<unknown> {
      if (connection.isLost) throw new DatabaseUnavailableError(new Error('The connection was lost'));
      const wasPrepared = name !== null && connection.prepared.has(name);
      try {
        const answer = await work();
        if (name !== null) connection.prepared.add(name);
        return answer;
      } catch (error) {
        throw failure(error, connection, wasPrepared);
      }
    }

    const query = async (text: string, parameters: readonly unknown[]) => {
      if (isBeginning(text)) {
        beginning = text;
        return noRows;
      }
      const before = beginning;
      beginning = null;
      if (before !== null && parameters.length === 0)
        return await ask(null, () => inOneMessage(client, [before, text]));
      if (before !== null) await ask(null, () => client.query(before));
      if (isSetting(text)) return await ask(null, () => inOneMessage(client, [text]));
      const values = [...parameters];
      const name = isListOfRows(text) || isCursor(text) ? null : statementName(text);
      return await ask(name, () => client.query(name === null ? { text, values } : { name, text, values }));
    };
    const taken = performance.now();
    const release = () => {
      options.load?.note(performance.now() - taken);
      client.release(!isGood(connection));
    };
    // The other form of a query is a cursor, which we never open.
    return { query: query as never, release };
  }

  return {
    connect: async () => {
      const { client, connection } = await checkOut();
      return preparing(client, connection);
    },
    end: async () => {
      endWatch();
      await pool.end();
    },
  };
}
