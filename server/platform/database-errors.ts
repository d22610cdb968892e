import pg from 'pg';

/** The database gives no answer now: no connection, a lost one, or none within the time. The caller may try again. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** SQLSTATE, or the code of the operating system; undefined where the driver gave none. */
  readonly code: string | undefined;

  constructor(override readonly cause: unknown) {
    super(`The database is not available: ${cause instanceof Error ? cause.message : String(cause)}`);
    this.code = codeOf(cause);
  }
}

/** A prepared statement no longer fits the schema. Its connection is closed, and the transaction has to run again. */
export class StaleStatementError extends Error {
  override readonly name = 'StaleStatementError';

  constructor(override readonly cause: pg.DatabaseError) {
    super(`A prepared statement no longer fits the schema: ${cause.message}`);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** SQLSTATE of what PostgreSQL said; undefined for every other error. */
function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** feature_not_supported ("cached plan must not change result type"), undefined_column, datatype_mismatch, invalid_function_definition */
const stale = new Set(['0A000', '42703', '42804', '42P13']);

/** True for what a statement that was prepared before says once the schema changed below it. */
export function isOutdated(error: unknown): error is pg.DatabaseError {
  return stale.has(sqlState(error) ?? '');
}

const statementTookTooLong = '57014';
/** A standby that was the primary before: the next connection may reach the new one. */
const readOnly = '25006';
/** Serialization failure and deadlock: PostgreSQL rolled everything back and asks for the same again. */
const conflicts = new Set(['40001', '40P01']);

/** True for a transaction that may succeed when it is run again at once. */
export function isConflict(error: unknown): error is pg.DatabaseError {
  return conflicts.has(sqlState(error) ?? '');
}

/**
 * True where PostgreSQL ended the connection or is about to: connection exceptions (08), admin or crash shutdown, a dropped
 * database (57P…), a transaction that was idle or ran for too long (25P03, 25P04), and a server that became a standby.
 */
export function endsConnection(error: unknown): boolean {
  const code = sqlState(error) ?? '';
  return /^(?:08|57P|25P0[34])/u.test(code) || code === readOnly;
}

/**
 * True where the same call may succeed a little later and nothing is wrong with it: no connection, no room (53: disk,
 * memory, connections), somebody stepped in or the time ran out (57), input or output failed (58), or a conflict that
 * did not end in time (40).
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true;
  return endsConnection(error) || isConflict(error) || /^(?:53|57|58)/u.test(sqlState(error) ?? '');
}

/**
 * True for what went wrong in a single statement or handler, so that a savepoint takes it back; false where the whole
 * transaction has to be run again (40, a stale statement), or the database cannot go on with it (08, 53, 57, 58).
 */
export function endsAtSavepoint(error: unknown): boolean {
  if (error instanceof StaleStatementError) return false;
  return sqlState(error) === statementTookTooLong || !isUnavailable(error);
}

/** A row with one of these keys is there already. */
export function isTaken(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** Another transaction held a lock for longer than this one waits. */
export function isLocked(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** A row is not let go because another one refers to it. */
export function isReferenced(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** The role may not do it. */
export function isForbidden(error: unknown): boolean {
  return sqlState(error) === '42501';
}

/** The statement ran for longer than its role may. */
export function tookTooLong(error: unknown): boolean {
  return sqlState(error) === statementTookTooLong;
}
