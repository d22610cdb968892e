import { randomInt } from 'node:crypto';
import { mkdtemp, chmod, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { createApp } from '#server/app.ts';
import { openDatabase, type Database } from '#server/platform/database.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/embedded-database.ts';
import { makeDatabase, prepareDatabase } from '#server/platform/migrate.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import { makeClass, makeMember, makeTenant } from '#server/seeds/factories.ts';
import { urlOf } from './api-world.ts';
import { underLoad } from './load.ts';
import { testSecretKey } from './test-database.ts';

const password = 'Test-password-1';
const name = 'rounds';

/** `DATABASE_SEED` draws the same again. */
export function databaseSeed(): number {
  return Number(process.env['DATABASE_SEED'] ?? randomInt(1_000_000));
}

/** Numbers from 0 below `limit`, the same for the same seed (mulberry32). */
function lot(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

interface School {
  host: string;
  tenantId: string;
  classId: string;
  token: string;
}

interface Round {
  story: string;
  /** What calls answered that is neither 200 nor 503. */
  statuses: number[];
  /** Ids of students whose call was answered with 200 and who are not there. */
  lost: string[];
  /** Ids that are there more than once. */
  twice: string[];
}

/** The API on an embedded server of its own, which may be killed. */
export class DatabaseRounds {
  readonly #folder: string;
  readonly #server: EmbeddedDatabase;
  readonly #database: Database;
  readonly #app: Awaited<ReturnType<typeof createApp>>;
  readonly #schools: readonly School[];

  private constructor(parts: {
    folder: string;
    server: EmbeddedDatabase;
    database: Database;
    app: Awaited<ReturnType<typeof createApp>>;
    schools: readonly School[];
  }) {
    this.#folder = parts.folder;
    this.#server = parts.server;
    this.#database = parts.database;
    this.#app = parts.app;
    this.#schools = parts.schools;
  }

  static async open(): Promise<DatabaseRounds> {
    const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-rounds-'));
    // Run as root, the database has a user of its own, who has to get here.
    await chmod(folder, 0o755);
    const watcher = {
      onRestart: () => undefined,
      onLost: (error: Error) => {
        throw error;
      },
    };
    const server = await startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres'), watcher });
    await makeDatabase(server.ownerUrl('postgres'), name);
    const { url } = await prepareDatabase({
      ownerUrl: server.ownerUrl(name),
      root: process.cwd(),
      secretKey: testSecretKey,
    });
    const database = openDatabase(url, { connections: 6 });
    const app = await createApp({
      database,
      databaseUrl: url,
      secretKey: testSecretKey,
      baseDomain: 'localhost',
      trustProxy: false,
      webRoot: null,
      logLevel: 'silent',
    });
    const context = { database, secretKey: testSecretKey };
    const schools: School[] = [];
    for (const subdomain of ['greenfield', 'riverside']) {
      const tenant = await makeTenant(context, { school_name: subdomain, subdomain });
      const teacher = await makeMember(context, tenant, {
        role: 'teacher',
        email: `teacher@${subdomain}.test`,
        password_hash: await hashPassword(password),
      });
      const { id } = await makeClass(context, tenant, { name: 'Oak', teachers: [teacher] });
      const host = `${subdomain}.localhost`;
      const answer = await app.inject({
        method: 'POST',
        url: '/api/auth/token/',
        headers: { host },
        payload: { username: teacher.email, password },
      });
      const { access } = answer.json<{ access: string }>();
      schools.push({ host, tenantId: tenant.id, classId: id, token: access });
    }
    return new DatabaseRounds({ folder, server, database, app, schools });
  }

  async play(seed: number): Promise<Round> {
    const draw = lot(seed);
    const done: string[] = [];
    const applied: string[] = [];
    let hasColumn = false;
    const disturbances: Record<string, () => Promise<unknown>> = {
      terminate: () =>
        this.#ask(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename <> current_user`,
        ),
      column: async () => {
        const change = hasColumn ? 'drop column passing' : 'add column passing text';
        for (const table of ['tenants', 'users', 'sessions', 'students'])
          await this.#ask(`alter table ${table} ${change}`);
        hasColumn = !hasColumn;
      },
      type: () =>
        this.#ask(`alter table users alter column about_me type ${draw(2) === 0 ? 'varchar(200)' : 'text'}`),
      kill: async () => {
        const pidFile = path.join(this.#server.folder, 'cluster/postmaster.pid');
        const [pid] = (await readFile(pidFile, 'utf8')).split('\n');
        process.kill(Number(pid), 'SIGKILL');
        await this.#untilUp();
      },
    };
    // The server is killed at most once a round: three times within ten minutes are too often for it to start again.
    const names = ['terminate', 'column', 'type'];
    const killAt = seed % 20 === 0 ? draw(4) : -1;
    const answers = await underLoad({
      callers: 6,
      calls: 6,
      call: async (place) => {
        const school = this.#schools[place % 2];
        if (!school) throw new Error('Two schools were made');
        const id = uuidv7();
        const status = await this.#add(school, id);
        if (status === 200) applied.push(id);
        return status;
      },
      meanwhile: async () => {
        const what = done.length === killAt ? 'kill' : (names[draw(names.length)] ?? 'terminate');
        done.push(what);
        await disturbances[what]?.();
      },
    });
    if (hasColumn) await disturbances['column']?.();
    const rows = await this.#ask<{ id: string; count: string }>(
      `select id, count(*) from users where last_name = 'Round' group by id`,
    );
    const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]));
    return {
      story: `DATABASE_SEED=${seed}: ${done.join(', ')}`,
      statuses: [...new Set(answers)].filter((status) => status !== 200 && status !== 503),
      lost: applied.filter((id) => !counts.has(id)),
      twice: [...counts].filter(([, count]) => count > 1).map(([id]) => id),
    };
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.#database.destroy();
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #add({ host, classId, token }: School, id: string): Promise<number> {
    const answer = await this.#app.inject({
      method: 'POST',
      url: urlOf(studentEndpoints.addToClass, { params: { classId } }),
      headers: { host, authorization: `Bearer ${token}` },
      payload: { students: [{ id, first_name: 'Ada', last_name: 'Round' }] },
    });
    return answer.statusCode;
  }

  async #ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#server.ownerUrl(name) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async #untilUp(): Promise<void> {
    for (;;) {
      try {
        await this.#ask('select 1');
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}
