import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Installation } from '#server/installation.ts';
import type { BenchServer } from './big-school.ts';

interface Process {
  parent: number;
  /** Hundredths of a second that it has used, and those that its ended children had. */
  own: number;
  ended: number;
}

/** @see proc(5): `stat`, fields 4 and 14 to 17 */
function readProcess(pid: string): Process | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent = 0, ...rest] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = rest.slice(9);
    return { parent, own: user + system, ended: userOfEnded + systemOfEnded };
  } catch (error) {
    // It ended between the two looks.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** The process whose children answer for the database. */
async function findPostmaster(installation: Installation): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(installation.database);
  return readProcess(String(rows[0]?.pid))?.parent ?? 0;
}

/**
 * A clock that tells the milliseconds of processor time that the server's process and its database have used, however busy the
 * machine is with other things. Linux alone tells it; elsewhere the clock on the wall has to do.
 */
export function clockOfServer({ installation, process }: BenchServer): Promise<() => number> {
  return clockOfServers(installation, [process]);
}

/** The same of several servers on one database. */
export async function clockOfServers(
  installation: Installation,
  servers: readonly { pid: number }[],
): Promise<() => number> {
  if (!existsSync('/proc/self/stat')) return () => performance.now();
  const postmaster = await findPostmaster(installation);
  return () => {
    let ticks = readProcess(String(postmaster))?.ended ?? Number.NaN;
    for (const { pid } of servers) ticks += readProcess(String(pid))?.own ?? Number.NaN;
    for (const entry of readdirSync('/proc')) {
      const found = /^\d+$/u.test(entry) ? readProcess(entry) : null;
      if (found?.parent === postmaster) ticks += found.own;
    }
    return ticks * 10;
  };
}
