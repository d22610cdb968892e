import { LogController } from 'fastify';
import pg from 'pg';
import { DatabaseUnavailableError } from './database-errors.ts';

/** What a line of the log says of an error: never what somebody sent, and never a row. */
export interface LoggedError {
  type: string;
  /** `withheld` where it may repeat what somebody sent. */
  message: string;
  /** SQLSTATE, or the code of Node, the operating system or a package. */
  code?: string;
  /** Calls, one a line, without the message that Node writes before them. */
  stack: string;
  /** Of PostgreSQL: where in the schema it was. */
  table?: string;
  column?: string;
  constraint?: string;
  cause?: LoggedError;
  [more: string]: unknown;
}

const deepestCause = 3;

/**
 * SQLSTATE classes whose messages name what is in the schema or the server. Those of the others, such as 22 (data
 * exceptions), repeat values; so do `detail`, `where` and `hint` of all.
 */
const namesNoValues = /^(?:08|0A|23|25|26|28|3D|40|42[0-57-9P]|53|54|55|57|58|XX)/u;

/** Errors of reading, whose messages repeat a part of what was read. */
const readers = new Set(['SyntaxError', 'ValiError']);

const address = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/gu;

function mayBeSaid(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return namesNoValues.test(error.code ?? '');
  return !readers.has(error.name);
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

/** The serializer of every error that is logged. */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'withheld', stack: '' };
  const { name, message, stack = '', cause } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /u.test(line));
  const code = codeOf(error);
  const { table, column, constraint } = error instanceof pg.DatabaseError ? error : {};
  return {
    type: name,
    message: mayBeSaid(error) ? message.replaceAll(address, '…@…') : 'withheld',
    ...(code !== undefined && { code }),
    // Where the database is away, every call has the same stack, which is the pool's.
    stack: error instanceof DatabaseUnavailableError ? '' : frames.join('\n'),
    ...(table !== undefined && { table }),
    ...(column !== undefined && { column }),
    ...(constraint !== undefined && { constraint }),
    ...(cause instanceof Error && depth < deepestCause && { cause: describeError(cause, depth + 1) }),
  };
}

/** What a line may have besides its message. Packages log more, such as the headers of a request with the token in them. */
const known = new Set('err call task endpoint method status ms bytes tenant_id role code'.split(' '));

/** Without what a line may not have. */
export function knownFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name)));
}

/** Fastify itself would write two lines for each request, with the address in them. @see watchRequests */
export function logController(): LogController {
  return new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' });
}

/** For the logger of Fastify. Errors are logged as `err`. */
export const logOptions = {
  serializers: { err: (error: unknown) => describeError(error) },
  formatters: { log: knownFields },
};
