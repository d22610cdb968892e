import type { Endpoint, EndpointParsed, EndpointResponse } from '#contract/kit/endpoint.ts';
import type { ChampionKind, Role } from '#contract/kit/roles.ts';
import type { CallerBrowser } from './browser.ts';
import type { Changes } from './changes.ts';
import type { TenantTransaction } from './database.ts';
import type { Panel } from './panel.ts';

/** The signed-in person, as read from the database in the transaction of the call. */
export interface Actor {
  readonly id: string;
  readonly tenant_id: string;
  readonly role: Role;
  readonly session_id: string;
  /** What a guest of the platform may do; left out for everybody else. */
  readonly guest?: 'look' | 'help';
  /** What a champion of the platform is; left out for everybody else. */
  readonly champion?: ChampionKind;
}

/** The tenant of the host that was asked. */
export interface HostTenant {
  readonly id: string;
  readonly is_platform: boolean;
  readonly is_organization: boolean;
}

/** What a handler is given besides its input. */
export interface Call<Who extends Actor | null = Actor | null> {
  readonly transaction: TenantTransaction;
  readonly tenant: HostTenant;
  readonly actor: Who;
  /** Where a write says which rows of which scopes it changed. */
  readonly changes: Changes;
  readonly now: Date;
  /** For a queued call: the changed fields as they were when the person changed them. */
  readonly base: Readonly<Record<string, unknown>> | undefined;
  /** Scheme, the tenant's own host and port, for links in e-mail. Null for a queued call: it sends no e-mail. */
  readonly origin: string | null;
}

/** For the few calls that open transactions of their own. */
export interface OpenCall<
  Who extends Actor | null = Actor | null,
  Where extends HostTenant | null = HostTenant,
> {
  /** Null on endpoints that answer on any address, and there alone. */
  readonly tenant: Where;
  readonly actor: Who;
  readonly now: Date;
  readonly requestId: string;
  readonly browser: CallerBrowser;
  /** Scheme, the tenant's own host and port, for links in e-mail. */
  readonly origin: Where extends null ? null : string;
  /** Aborted when the caller hangs up before the answer, for work that nobody else wants. */
  readonly signal: AbortSignal;
}

/** For an endpoint that answers with events. */
export interface StreamCall<Event = unknown> {
  readonly tenant: HostTenant;
  readonly actor: Actor;
  /** Aborted when the stream has ended, whichever side ended it. */
  readonly signal: AbortSignal;
  send(event: Event): void;
  end(): void;
  /** By which the caller is looked for again, while the stream lasts. */
  readonly accessToken: string;
}

/** Of an endpoint that reads by the panel's role. */
export type PanelCall = Call<Actor> & { readonly panel: Panel };

type CallOf<E extends Endpoint> = E extends { readonly reads: 'panel' } ? PanelCall : Call<Who<E>>;
type Who<E extends Endpoint> = E['roles'] extends 'anyone' ? Actor | null : Actor;
type Where<E extends Endpoint> = E extends { readonly hosts: 'any' } ? null : HostTenant;

export type Handler = (
  input: unknown,
  call: Call & { readonly panel?: Panel },
  prepared?: unknown,
) => Promise<unknown>;
export type OpenHandler = (
  input: unknown,
  call: OpenCall<Actor | null, HostTenant | null>,
) => Promise<unknown>;
export type StreamHandler = (input: unknown, call: StreamCall) => void;

/**
 * The rows that a queued call locks when it runs. Where many calls share a transaction, all their rows are locked before
 * the first one runs: two people who change the same rows in opposite orders then wait for each other one way only.
 */
export interface LocksAhead<Input = unknown> {
  // A method, so that one for an endpoint's own input also goes as one for any.
  idsOf(input: Input): readonly string[];
  /** Locks in an order that is the same for everybody; ids of nothing are none of its business. */
  readonly lock: (transaction: TenantTransaction, tenantId: string, ids: readonly string[]) => Promise<void>;
}

/** A CSV file: what it is called, and its text, read piece by piece once the transaction of the call has ended. */
export interface CsvFile {
  /** Without its ending. */
  readonly name: string;
  readonly pieces: AsyncIterable<string>;
}

/** An endpoint with its handler, as a module hands it to `serve()`. */
export type Route =
  | {
      readonly endpoint: Endpoint;
      readonly kind: 'transaction';
      readonly handle: Handler;
      /** What takes its time, such as drawing a picture: runs before the transaction. */
      readonly prepare?: OpenHandler;
      readonly locksAhead?: LocksAhead;
    }
  | { readonly endpoint: Endpoint; readonly kind: 'csv'; readonly handle: Handler }
  | { readonly endpoint: Endpoint; readonly kind: 'open'; readonly handle: OpenHandler }
  | { readonly endpoint: Endpoint; readonly kind: 'stream'; readonly handle: StreamHandler };

/** The usual case: the handler runs in one transaction of the host's tenant. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (input: EndpointParsed<E>, call: CallOf<E>) => Promise<EndpointResponse<E>>,
  locksAhead?: LocksAhead<EndpointParsed<E>>,
): Route {
  return {
    endpoint,
    kind: 'transaction',
    handle: handle as Handler,
    ...(locksAhead && { locksAhead }),
  };
}

/**
 * Like `route()`, with work that is not the database's: `prepare` runs before the transaction begins, once the caller's role is
 * known, and hands the handler what it made.
 */
export function preparedRoute<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (input: EndpointParsed<E>, call: OpenCall<Who<E>, Where<E>>) => Promise<Prepared>,
  handle: (input: EndpointParsed<E>, call: Call<Who<E>>, prepared: Prepared) => Promise<EndpointResponse<E>>,
): Route {
  return { endpoint, kind: 'transaction', handle: handle as Handler, prepare: prepare as OpenHandler };
}

/** The handler checks and audits in the transaction of the call; the file that it returns is sent after that. */
export function csvRoute<E extends Endpoint & { readonly answers: 'csv' }>(
  endpoint: E,
  handle: (input: EndpointParsed<E>, call: CallOf<E>) => Promise<CsvFile>,
): Route {
  return { endpoint, kind: 'csv', handle: handle as Handler };
}

/** The handler opens its own transactions (pushes in batches, password hashing outside of any). */
export function openRoute<E extends Endpoint>(
  endpoint: E,
  handle: (input: EndpointParsed<E>, call: OpenCall<Who<E>, Where<E>>) => Promise<EndpointResponse<E>>,
): Route {
  return { endpoint, kind: 'open', handle: handle as OpenHandler };
}

/** The handler sends events for as long as it likes, after it has returned too. It has no transaction of its own. */
export function streamRoute<E extends Endpoint & { readonly answers: 'events' }>(
  endpoint: E,
  handle: (input: EndpointParsed<E>, call: StreamCall<EndpointResponse<E>>) => void,
): Route {
  return { endpoint, kind: 'stream', handle: handle as StreamHandler };
}
