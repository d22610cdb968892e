import type * as v from 'valibot';
import type { ProblemDefinition } from './problem.ts';
import type { ChampionKind, Role } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What the app does with a call while there is no network.
 * - `queued`: it is written to the outbox and sent later (the snapshot shows its effect at once).
 * - `cached`: the last answer is shown from the device.
 * - `online-only`: the button says why it has to wait.
 */
export type OfflineBehaviour = 'queued' | 'cached' | 'online-only';

/** `anyone`: no sign-in needed. `signed-in`: every role. Otherwise the roles that may call. */
export type Access = 'anyone' | 'signed-in' | readonly Role[];

/**
 * What a guest of the platform needs for a call. `look`: a look session may make it; `help`: it needs the school's leave to help;
 * `never`: no guest of the platform makes it.
 */
export type GuestNeed = 'look' | 'help' | 'never';

export type Schema = v.GenericSchema;

/** The single statement of an endpoint; client call, route, OpenAPI, authorization matrix, fuzz and outbox derive from it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> {
  /** `domain.verbNoun` */
  readonly name: `${string}.${string}`;
  readonly summary: string;
  readonly method: Method;
  /** Served under `/api`, with and without the last slash. Parameters are written `:name`. */
  readonly path: `/${string}`;
  readonly roles: Access;
  /**
   * Of an endpoint for anyone: what it answers depends on who is signed in. The app then sends its token where it has one,
   * and a token that is not good is refused instead of being answered as nobody's.
   */
  readonly knowsCaller?: true;
  readonly offline: OfflineBehaviour;
  /**
   * Champions of the platform who may make it, whatever `roles` says. To every other call for anyone a champion is a visitor, and all
   * else is refused to them.
   */
  readonly champions?: readonly ChampionKind[];
  /** What a guest of the platform needs for it. Left out: `look` for a GET, `help` for all others. */
  readonly guests?: GuestNeed;
  /**
   * The office grows by it, so it is refused while the plan of the tenant is read-only. `in part`: its handler says which calls of it
   * are. A queued call never is one: no work is refused for money.
   */
  readonly grows?: true | 'in part';
  /** It brings what somebody made and only their device has: of all calls it is refused last while the server is busy. */
  readonly holdsWork?: true;
  /** Version of a queued call's input; the server understands the two before it. */
  readonly version?: number;
  /**
   * Hosts on which it answers: a tenant's (the default), the platform's own site too, the platform's site alone, or any address at
   * all.
   */
  readonly hosts?: 'tenant' | 'all' | 'platform' | 'any';
  /** It lists rows of all tenants for the platform: its handler gets `call.panel`, a role that reads named columns and writes nothing. */
  readonly reads?: 'panel';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * `multipart`: the body is sent as `multipart/form-data`, each field as a text or as a file (`fileField` of `files.ts`).
   * Left out: as JSON. Such a call is never queued: the outbox keeps texts, and a file is sent by whoever chose it.
   */
  readonly sends?: 'multipart';
  /**
   * - `events`: the answer is a stream of server-sent events that lasts until one side ends it, each with a `response` as
   *   its data.
   * - `once`: the answer is one `response` with a secret in it that is kept nowhere. The same `Idempotency-Key` again hears
   *   `request.already_applied` instead.
   * - `csv`: the answer is a CSV file, sent while it is read; `response` is its text.
   *
   * Left out: the answer is one `response`, and the same again for the same key.
   */
  readonly answers?: 'events' | 'once' | 'csv';
  readonly response: Response;
  readonly problems?: readonly ProblemDefinition[];
}

type Input<S> = S extends Schema ? v.InferInput<S> : undefined;
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined;

type Part<E, Key extends 'params' | 'query' | 'body'> = E extends { readonly [K in Key]: infer S }
  ? S
  : undefined;

type WithoutUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller hands in: `{ params, query, body }`, each only where the endpoint declares it. */
export type EndpointInput<E> = WithoutUndefined<{
  params: Input<Part<E, 'params'>>;
  query: Input<Part<E, 'query'>>;
  body: Input<Part<E, 'body'>>;
}>;

/** What a handler receives: the same, after validation. */
export type EndpointParsed<E> = WithoutUndefined<{
  params: Output<Part<E, 'params'>>;
  query: Output<Part<E, 'query'>>;
  body: Output<Part<E, 'body'>>;
}>;

/** What a handler returns and the caller receives. */
export type EndpointResponse<E> = E extends { readonly response: infer S extends Schema }
  ? v.InferOutput<S>
  : never;

/** Declares an endpoint. It only keeps the exact types; see `contract/api.ts` for the tree of all of them. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

export function guestsOf({ guests, method }: Pick<Endpoint, 'guests' | 'method'>): GuestNeed {
  return guests ?? (method === 'GET' ? 'look' : 'help');
}
