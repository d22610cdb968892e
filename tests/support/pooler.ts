import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './server-process.ts';
import { startTransactionPooler, type TransactionPooler } from './transaction-pooler.ts';
import { until } from './until.ts';

/** Nobody, as whom PgBouncer runs where the tests run as root: it refuses to be that. */
const nobody = 65_534;

/** PgBouncer with the settings of docs/operations.md and one database. It does not tell which connection a transaction got. */
async function startPgBouncer(
  program: string,
  urls: readonly string[],
  connections: number,
): Promise<TransactionPooler> {
  const [url = ''] = urls;
  const { port: databasePort, pathname } = new URL(url);
  const database = pathname.slice(1);
  const folder = await mkdtemp(path.join(tmpdir(), 'quillshelf-pooler-'));
  const port = await freePort();
  const users = urls
    .map((each) => new URL(each))
    .map(({ username, password }) => `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`);
  const settings = [
    '[databases]',
    `${database} = host=127.0.0.1 port=${databasePort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/users.txt`,
    'pool_mode = transaction',
    'max_prepared_statements = 1000',
    'server_round_robin = 1',
    `default_pool_size = ${connections}`,
  ];
  await writeFile(path.join(folder, 'users.txt'), `${users.join('\n')}\n`);
  await writeFile(path.join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, ['-q', path.join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  await until(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return {
    through(each) {
      const address = new URL(each);
      address.search = '';
      address.host = `127.0.0.1:${port}`;
      return address.href;
    },
    moved: null,
    async close() {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

/** A pooler for these addresses of one database: PgBouncer where `PGBOUNCER` names its program, or one that behaves so. */
export async function startPooler(
  urls: readonly string[],
  /** Of each role to the database, where it is PgBouncer. */
  { connections = 4 }: { connections?: number } = {},
): Promise<TransactionPooler> {
  const program = process.env.PGBOUNCER;
  return await (program === undefined
    ? startTransactionPooler({ urls })
    : startPgBouncer(program, urls, connections));
}
