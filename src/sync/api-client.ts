import ky, { isTimeoutError } from 'ky';
import * as v from 'valibot';
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/kit/endpoint.ts';
import { apiPrefix, headers } from '#contract/kit/http.ts';
import { ProblemBody, type FieldErrors } from '#contract/kit/problem.ts';
import { uuidv7 } from 'uuidv7';

/** The access token of the session, and the one way to renew it. */
export interface TokenSource {
  access(): string | null;
  /**
   * Renews the token that was refused, once for all tabs; null: gets the first one for somebody who signed in without a
   * network. Only `refused` means that the session is over, or that there is none.
   */
  refresh(rejected: string | null): Promise<'refreshed' | 'refused' | 'no_network'>;
}

/** The server's own refusal. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    readonly status: number,
    readonly body: ProblemBody,
    /** Whole seconds that the server asked to wait. */
    readonly retryAfter: number | null,
  ) {
    super(body.error);
  }

  get code(): string {
    return this.body.code;
  }

  get errors(): FieldErrors {
    return this.body.errors;
  }
}

/** Nobody who is our server answered: no network, a captive portal, a proxy's page, a torn answer. */
export class NoNetworkError extends Error {
  override readonly name = 'NoNetworkError';

  constructor(
    reason: string,
    /** True where the answer only took too long; a smaller request may get through. */
    readonly timedOut: boolean,
  ) {
    super(reason);
  }
}

/** The server answered, in words that this version of the app does not understand: a newer one is due. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Milliseconds. */
  timeout?: number;
}

export interface ApiClient {
  /**
   * @throws ApiProblem for a refusal, NoNetworkError where the server did not answer, UnreadableAnswerError where its
   * answer is none that this version knows
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointResponse<E>>;
}

export interface StreamClient {
  /**
   * Opens an endpoint that answers with events, and hands on its bytes as they come. It lasts until `signal`, the server or
   * the network ends it; nobody but the caller looks at the time.
   * @throws ApiProblem for a refusal, NoNetworkError where the server did not answer
   */
  open(
    endpoint: Endpoint & { readonly answers: 'events' },
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>;
}

export interface PictureClient {
  /**
   * Fetches a picture, a recording, a PDF or a CSV file that is not for everybody, as whoever is signed in.
   * @param timeout milliseconds; left out, those of any call
   * @throws ApiProblem, NoNetworkError
   */
  picture(path: string, signal: AbortSignal, timeout?: number): Promise<Blob>;
}

interface RawInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

const defaultTimeout = 15_000;
/** A file of some megabytes over a school's network takes its time. */
const uploadTimeout = 120_000;

/** Calls the endpoints of the contract. `origin` is absolute, such as `https://greenfield.example`. */
export function createApiClient(options: {
  origin: string;
  tokens: TokenSource;
  /** How pictures say who asks; left out: as the bearer of the token. */
  pictureScheme?: string;
  fetch?: typeof fetch;
}): ApiClient & StreamClient & PictureClient {
  const { tokens, pictureScheme = 'Bearer' } = options;

  async function send(endpoint: Endpoint, input: RawInput, access: string | null, callOptions: CallOptions) {
    const requestId = uuidv7();
    const isUpload = endpoint.sends === 'multipart';
    const { signal, idempotencyKey, timeout = isUpload ? uploadTimeout : defaultTimeout } = callOptions;
    // Tablets as old as those of some schools cannot join two signals by themselves.
    const abandon = new AbortController();
    const giveUp = () => abandon.abort(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', giveUp, { once: true });
    let response: Response;
    let text: string;
    try {
      const pending = ky(options.origin + addressOf(endpoint, input), {
        method: endpoint.method,
        retry: 0,
        throwHttpErrors: false,
        timeout,
        redirect: 'error',
        cache: 'no-store',
        credentials: 'same-origin',
        headers: {
          accept: 'application/json',
          [headers.requestId]: requestId,
          ...(access !== null && { authorization: `Bearer ${access}` }),
          ...(idempotencyKey !== undefined && { [headers.idempotencyKey]: idempotencyKey }),
        },
        ...(endpoint.body && (isUpload ? { body: formOf(input.body) } : { json: input.body })),
        signal: abandon.signal,
        ...(options.fetch && { fetch: options.fetch }),
      });
      // ky's own way to read has a time of its own. A network that goes silent in the middle of an answer would hold a
      // run, and with it everything that waits, for ever (law 7).
      text = await pending.text();
      response = await pending;
    } catch (error) {
      abandon.abort();
      if (signal?.aborted) throw error;
      throw new NoNetworkError(error instanceof Error ? error.message : String(error), isTimeoutError(error));
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
    return {
      status: response.status,
      retryAfter: readRetryAfter(response),
      answer: readAnswer(response, text, requestId),
    };
  }

  async function openOnce(endpoint: Endpoint, access: string | null, signal: AbortSignal) {
    const requestId = uuidv7();
    try {
      const response = await ky(options.origin + addressOf(endpoint, {}), {
        method: endpoint.method,
        retry: 0,
        throwHttpErrors: false,
        timeout: false,
        redirect: 'error',
        cache: 'no-store',
        credentials: 'same-origin',
        headers: {
          accept: 'text/event-stream',
          [headers.requestId]: requestId,
          ...(access !== null && { authorization: `Bearer ${access}` }),
        },
        signal,
        ...(options.fetch && { fetch: options.fetch }),
      });
      const { status, body } = response;
      const retryAfter = readRetryAfter(response);
      if (!response.ok) {
        return { status, retryAfter, answer: readAnswer(response, await response.text(), requestId) };
      }
      refuseOthers(response, requestId, 'event-stream');
      return { status, retryAfter, answer: body };
    } catch (error) {
      if (signal.aborted || error instanceof NoNetworkError) throw error;
      throw new NoNetworkError(error instanceof Error ? error.message : String(error), false);
    }
  }

  async function fetchPicture(path: string, access: string | null, signal: AbortSignal, timeout: number) {
    const requestId = uuidv7();
    try {
      const response = await ky(options.origin + path, {
        retry: 0,
        throwHttpErrors: false,
        timeout,
        redirect: 'error',
        // It is asked for again each time, by its hash.
        cache: 'no-cache',
        credentials: 'same-origin',
        headers: {
          [headers.requestId]: requestId,
          ...(access !== null && { authorization: `${pictureScheme} ${access}` }),
        },
        signal,
        ...(options.fetch && { fetch: options.fetch }),
      });
      const { status } = response;
      const retryAfter = readRetryAfter(response);
      if (!response.ok)
        return { status, retryAfter, answer: readAnswer(response, await response.text(), requestId) };
      // What a cache kept for us echoes the id of the call that fetched it.
      if (response.headers.get(headers.product) !== '1' || !isPicture(response))
        throw new NoNetworkError('Somebody else answered', false);
      return { status, retryAfter, answer: await response.blob() };
    } catch (error) {
      if (signal.aborted || error instanceof NoNetworkError) throw error;
      throw new NoNetworkError(error instanceof Error ? error.message : String(error), isTimeoutError(error));
    }
  }

  /** Sends with the present token and, where that is refused, once more with a renewed one. */
  async function withToken<Answer extends { status: number }>(
    endpoint: Pick<Endpoint, 'roles' | 'knowsCaller'>,
    attempt: (access: string | null) => Promise<Answer>,
  ): Promise<Answer> {
    if (endpoint.roles === 'anyone' && !endpoint.knowsCaller) return await attempt(null);
    const access = tokens.access() ?? (await renewed(null));
    const first = await attempt(access);
    if (first.status !== 401 || access === null) return first;
    const next = await renewed(access);
    return next === null ? first : await attempt(next);
  }

  /** Null where there is no session, or none any more. */
  async function renewed(rejected: string | null): Promise<string | null> {
    const outcome = await tokens.refresh(rejected);
    if (outcome === 'no_network') throw new NoNetworkError('The session could not be renewed', false);
    return outcome === 'refreshed' ? tokens.access() : null;
  }

  return {
    async call(endpoint, input, callOptions = {}) {
      const { status, retryAfter, answer } = await withToken(endpoint, (access) =>
        send(endpoint, input, access, callOptions),
      );
      if (status < 200 || status >= 300) throw problemOf(status, answer, retryAfter);
      const result = v.safeParse(endpoint.response, answer);
      if (!result.success)
        throw new UnreadableAnswerError(
          `The answer to ${endpoint.name} is not what this version understands`,
        );
      return result.output as never;
    },
    async open(endpoint, signal) {
      const { status, retryAfter, answer } = await withToken(endpoint, (access) =>
        openOnce(endpoint, access, signal),
      );
      if (answer instanceof ReadableStream) return answer as ReadableStream<Uint8Array>;
      throw problemOf(status, answer, retryAfter);
    },
    async picture(path, signal, timeout = defaultTimeout) {
      const { status, retryAfter, answer } = await withToken(
        { roles: 'anyone', knowsCaller: true },
        (access) => fetchPicture(path, access, signal, timeout),
      );
      if (answer instanceof Blob) return answer;
      throw problemOf(status, answer, retryAfter);
    },
  };
}

function isPicture(response: Response): boolean {
  return /^((image|audio)\/|application\/pdf$|text\/csv)/u.test(response.headers.get('content-type') ?? '');
}

/** The refusal in an answer, where it is one of ours. */
function problemOf(status: number, answer: unknown, retryAfter: number | null): ApiProblem | NoNetworkError {
  const problem = v.safeParse(ProblemBody, answer);
  return problem.success
    ? new ApiProblem(status, problem.output, retryAfter)
    : new NoNetworkError(`An answer with status ${status} that is not ours`, false);
}

/** Where a call goes on the own origin, with its parameters and query. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: RawInput): string {
  const path = endpoint.path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${apiPrefix}${path}${search.size > 0 ? `?${search}` : ''}`;
}

/** Files and texts, each under its name; what is undefined is left out. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

/** The server's header and the echo of our id tell its answers from everybody else's. */
function refuseOthers(response: Response, requestId: string, type: string): void {
  const ours =
    response.headers.get(headers.product) === '1' && response.headers.get(headers.requestId) === requestId;
  if (!ours || !response.headers.get('content-type')?.includes(type)) {
    throw new NoNetworkError('Somebody else answered', false);
  }
}

function readAnswer(response: Response, text: string, requestId: string): unknown {
  refuseOthers(response, requestId, 'json');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NoNetworkError('The answer was cut off', false);
  }
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
