/*
 * `npm run test:shard`: lays the rows of all schools on the machines of a Citus that `CITUS_URL` names, each school on one, starts the program on it
 * and lets tablets of two schools work. The database of `CITUS_URL` has to be empty, of a coordinator with workers, and its role a superuser. What can
 * be asked without one is asked in each run: tests/api/tenant-first.test.ts, tests/architecture/tenant-inserts.test.ts and cross-tenant.test.ts.
 */
import { ensureBuilt, ensureDependencies, prepared } from '../../server/bin/prepare.mjs';
import { stopWithNpm } from '../../server/bin/stop-with-npm.mjs';
import { runVitest } from './vitest-part.mjs';

/** @returns {Promise<string | null>} what is missing */
async function lack(url) {
  if (!url) return 'CITUS_URL is not set';
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      `select (select count(*)::int from pg_available_extensions where name = 'citus') as citus,
         (select rolsuper from pg_roles where rolname = current_user) as super,
         (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables`,
    );
    const [{ citus, super: isSuper, tables }] = rows;
    if (citus === 0) return 'the PostgreSQL of CITUS_URL has no Citus';
    if (!isSuper) return 'the role of CITUS_URL is no superuser';
    if (tables > 0) return 'the database of CITUS_URL is not empty';
    return null;
  } catch (error) {
    return `CITUS_URL cannot be reached (${error.code ?? error.message})`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

stopWithNpm();
await prepared(async () => {
  await ensureDependencies();
});
const missing = await lack(process.env.CITUS_URL);
if (missing !== null) {
  console.log(`Not run: it needs an empty database of a Citus coordinator in CITUS_URL, and ${missing}.`);
  process.exit(1);
}
await prepared(async () => {
  await ensureBuilt();
});
const outcome = await runVitest(['shard'], []);
for (const reason of outcome.reasons) console.log(reason);
console.log(`\n${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
