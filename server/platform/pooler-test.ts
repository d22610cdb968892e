import pg from 'pg';
import { SelfTestError } from './self-test.ts';

/** Milliseconds for each step. */
const answerWithin = 10_000;

/** What a statement says whose name PostgreSQL does not know, or knows already. */
const lost = new Set(['26000', '42P05']);

const statement = { name: 'pooler_test', text: 'select 1' };

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerWithin,
    query_timeout: answerWithin,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** What PgBouncer says of itself, where the role may ask; null: somebody else, or nobody who tells us. */
async function versionOf(url: string): Promise<string | null> {
  const console = Object.assign(new URL(url), { pathname: '/pgbouncer' }).href;
  try {
    const client = await connect(console);
    try {
      const { rows } = await client.query<{ version: string }>('show version');
      return rows[0]?.version ?? null;
    } finally {
      await client.end();
    }
  } catch {
    // Its console lets in whom its settings name. The answer is for a sentence more, no more.
    return null;
  }
}

/** Prepares on one connection, and asks again after another client had it: each transaction may get another one. */
async function losesStatements(url: string): Promise<boolean> {
  const first = await connect(url);
  try {
    const second = await connect(url);
    try {
      await first.query(statement);
      await second.query('begin');
      await second.query(statement);
      await first.query('begin');
      await first.query(statement);
      await first.query('rollback');
      await second.query('rollback');
      return false;
    } catch (error) {
      if (error instanceof pg.DatabaseError && lost.has(error.code ?? '')) return true;
      throw error;
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

/**
 * Checks at start that what stands between the program and its database knows of prepared statements.
 * @throws SelfTestError
 */
export async function testPooler(url: string): Promise<void> {
  if (!(await losesStatements(url))) return;
  const { host } = new URL(url);
  const version = await versionOf(url);
  throw new SelfTestError(
    `The pooler at ${host} (DATABASE_URL)${version === null ? '' : `, ${version},`} loses prepared statements. ` +
      'PgBouncer has to be 1.21 or later, with max_prepared_statements above 0.',
  );
}
