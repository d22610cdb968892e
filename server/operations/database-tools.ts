import { spawn } from 'node:child_process';
import path from 'node:path';
import { OperationError } from './operation-error.ts';

export type Tool = 'pg_dump' | 'pg_restore';

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** Runs a program of PostgreSQL; its password goes by the environment, where other users of the machine do not see it. */
async function run(
  tool: Tool,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const command = process.env['PG_BIN'] === undefined ? tool : path.join(process.env['PG_BIN'], tool);
  return await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}

/** The parts of an address as the programs of PostgreSQL take them. */
function partsOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  return {
    PGHOST: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    ...(url.port !== '' && { PGPORT: url.port }),
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(mode !== null && { PGSSLMODE: mode }),
  };
}

/**
 * Refuses before anything is done where the program is missing or older than the server, whose format it would not know.
 * @param server major version of PostgreSQL
 * @throws OperationError with one line that says what to install
 */
export async function requireTool(tool: Tool, server: number): Promise<void> {
  const wanted = `Install the client programs of PostgreSQL ${server} (such as postgresql-client-${server}), or name their folder with PG_BIN.`;
  const { output } = await run(tool, ['--version'], {}).catch(() => {
    throw new OperationError(`${tool} is not on this machine. ${wanted}`);
  });
  const version = Number(/\(PostgreSQL\) (\d+)/u.exec(output)?.[1] ?? 0);
  if (version < server)
    throw new OperationError(`${tool} is of PostgreSQL ${version}, and the database of ${server}. ${wanted}`);
}

/** @throws OperationError with the first line of what it complained about */
export async function runTool(tool: Tool, databaseUrl: string, args: readonly string[]): Promise<void> {
  const { code, errors } = await run(tool, args, partsOf(databaseUrl));
  if (code === 0) return;
  // What follows may quote rows.
  const [line = ''] = errors.split('\n').filter((each) => each.includes('error:'));
  throw new OperationError(
    `${tool} failed: ${line.replace(/^.*?error:\s*/u, '') || `it ended with ${code}`}`,
  );
}
