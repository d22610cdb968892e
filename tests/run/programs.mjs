/* Programs of others that a command needs on the PATH. */
import { spawnSync } from 'node:child_process';

/** `PGBOUNCER` names another than the one on the PATH. */
export const pooler = process.env.PGBOUNCER ?? 'pgbouncer';

/** @returns {string | null} why PgBouncer cannot be used */
export function lackOfPooler() {
  const { stdout, error } = spawnSync(pooler, ['--version'], { encoding: 'utf8' });
  const needed = 'it needs PgBouncer 1.21 or later';
  if (error) return `${needed}, and there is no ${pooler} on the PATH.`;
  const [, name = 'unknown', major, minor] = /PgBouncer ((\d+)\.(\d+)\S*)/u.exec(stdout) ?? [];
  const isNew = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 21);
  return isNew ? null : `${needed}, and ${pooler} is ${name}.`;
}

/** @returns {string | null} why HAProxy cannot be used */
export function lackOfBalancer() {
  const { error } = spawnSync('haproxy', ['-v']);
  return error ? 'it needs HAProxy 2.4 or later, and there is no haproxy on the PATH.' : null;
}
