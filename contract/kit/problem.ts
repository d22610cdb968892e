import * as v from 'valibot';

/** One way in which a call can be refused: a stable code, the HTTP status and the words a person reads. */
export interface ProblemDefinition {
  readonly code: `${string}.${string}`;
  readonly status: number;
  readonly error: string;
}

/** Field name → the texts that stand at that field. A nested field is written with dots: `students.2.first_name`. */
export type FieldErrors = Record<string, string[]>;

/** The one error body of the REST API. */
export const ProblemBody = v.object({
  code: v.string(),
  error: v.string(),
  errors: v.record(v.string(), v.array(v.string())),
  request_id: v.string(),
  details: v.optional(v.record(v.string(), v.unknown())),
});
export type ProblemBody = v.InferOutput<typeof ProblemBody>;

type Reasons = Record<string, { readonly status: number; readonly error: string }>;

/**
 * Declares the problems of a domain: `problems('students', { not_found: { status: 404, error: '…' } })` gives
 * `{ not_found: { code: 'students.not_found', … } }`.
 */
export function problems<const R extends Reasons>(
  domain: string,
  reasons: R,
): { readonly [Reason in keyof R]: ProblemDefinition } {
  const entries = Object.entries(reasons).map(([reason, { status, error }]) => [
    reason,
    { code: `${domain}.${reason}`, status, error },
  ]);
  return Object.fromEntries(entries) as { readonly [Reason in keyof R]: ProblemDefinition };
}

/** Problems that any endpoint may answer with; no endpoint lists them. */
export const requestProblems = problems('request', {
  invalid: { status: 400, error: 'Please check the highlighted fields.' },
  malformed: { status: 400, error: 'The request could not be read.' },
  unauthenticated: { status: 401, error: 'Your token is expired, please relogin!' },
  forbidden: { status: 403, error: 'You are not allowed to do this.' },
  not_found: { status: 404, error: 'Not found.' },
  too_slow: { status: 408, error: 'The request took too long to arrive. Please try again.' },
  key_reused: { status: 409, error: 'This Idempotency-Key was used for another request.' },
  already_applied: { status: 409, error: 'This change has already been made.' },
  too_large: { status: 413, error: 'The request is too large.' },
  unsupported_type: { status: 415, error: 'Please send JSON.' },
  cross_site: { status: 403, error: 'This request came from another site.' },
  too_many: { status: 429, error: 'Too many tries. Please wait a moment and try again.' },
  internal: { status: 500, error: 'Something went wrong on our side. Nothing was changed.' },
  unavailable: { status: 503, error: 'The service is not available right now. Please try again shortly.' },
});

/** Thrown by rules and services; `serve()` turns it into the one error body. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly definition: ProblemDefinition,
    readonly options: {
      readonly errors?: FieldErrors;
      /** Machine-readable facts, such as both values of a conflict. Never secrets. */
      readonly details?: Record<string, unknown>;
      /** The server's own words where they say more than the definition's. */
      readonly error?: string;
      /** Whole seconds, sent as `Retry-After`. */
      readonly retryAfter?: number;
    } = {},
  ) {
    super(options.error ?? definition.error);
  }

  get code(): string {
    return this.definition.code;
  }

  body(requestId: string): ProblemBody {
    return {
      code: this.definition.code,
      error: this.message,
      errors: this.options.errors ?? {},
      request_id: requestId,
      ...(this.options.details && { details: this.options.details }),
    };
  }
}

type Issue = v.BaseIssue<unknown>;

const depth = (issue: Issue): number => issue.path?.length ?? 0;

/**
 * A union that nothing fitted says just that. What helps is what the form said that came closest: the one that had
 * something to say deepest inside of the input.
 */
function helpful(issue: Issue): { field: string | null; issue: Issue }[] {
  const field = v.getDotPath(issue);
  const parts = issue.type === 'union' ? (issue.issues ?? []) : [];
  const deepest = Math.max(0, ...parts.map(depth));
  if (deepest === 0) return [{ field, issue }];
  return parts
    .filter((part) => depth(part) === deepest)
    .flatMap(helpful)
    .map((part) => ({ ...part, field: [field, part.field].filter((name) => name !== null).join('.') }));
}

/** Valibot issues as field errors; an issue without a path belongs to the whole form and stands under `form`. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { field, issue } of issues.flatMap(helpful)) {
    // Valibot has words of its own for a key that is missing; they are for developers.
    const missing = issue.kind === 'schema' && issue.type.endsWith('object') && issue.input === undefined;
    (errors[field ?? 'form'] ??= []).push(missing ? 'This field is required' : issue.message);
  }
  return errors;
}
