import { practicePrefix } from '#contract/kit/http.ts';
import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import type { Clock } from '#server/platform/clock.ts';
import { BadSignatureError, ProviderUnavailableError, type EventHeaders } from './provider.ts';

/** Milliseconds that a provider gets for all that one call of ours asks it. */
export const usualPatience = 8000;

/** Bytes; answers of providers have a few thousand. */
const longestAnswer = 1024 * 1024;
const longestEvent = 256 * 1024;

/** 32 bytes of base64url: tenant and payment. */
const referencePattern = /^[\w-]{43}$/u;

export function referenceIn(value: unknown): string | null {
  return typeof value === 'string' && referencePattern.test(value) ? value : null;
}

export interface Answer {
  status: number;
  /** Of JSON; null where it is none. */
  body: unknown;
}

export interface Question {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}

/**
 * Asks a provider. Redirects are not followed: they could lead keys elsewhere.
 * @throws ProviderUnavailableError where it does not answer, or so that asking again can help
 */
export async function ask(url: string, question: Question): Promise<Answer> {
  const { status, bytes } = await fetchBytes(url, question);
  if (status >= 500 || status === 429 || status === 408 || (status >= 300 && status < 400))
    throw new ProviderUnavailableError(`It answered ${status}`);
  return { status, body: parseJson(bytes) };
}

/** @throws ProviderUnavailableError where nothing arrives, or too much */
export async function fetchBytes(
  url: string,
  { signal, ...question }: Question,
): Promise<{ status: number; bytes: Buffer }> {
  try {
    const response = await fetch(url, { ...question, signal, redirect: 'manual' });
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > longestAnswer) throw new ProviderUnavailableError('Its answer is too long');
      pieces.push(piece);
    }
    return { status: response.status, bytes: Buffer.concat(pieces) };
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw error;
    // The message of fetch names no more than the kind of failure; its cause may name addresses.
    throw new ProviderUnavailableError(signal.aborted ? 'It did not answer in time' : 'It did not answer');
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** @throws ProviderUnavailableError where an answer is not what the provider's description says */
export function understood<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ProviderUnavailableError(`Its answer is not understood at ${v.getDotPath(issue) ?? 'its root'}`);
}

/** An amount that we cannot write is not guessed at. @throws ProviderUnavailableError */
export function heard(amount: number | null): number {
  if (amount === null) throw new ProviderUnavailableError('Its answer has an amount that is not understood');
  return amount;
}

/** A token that a provider gives out for a while. */
export class AccessTokens {
  readonly #fetchToken: (signal: AbortSignal) => Promise<{ token: string; expires_at: Date }>;
  readonly #clock: Clock;
  #known: { token: string; expires_at: Date } | null = null;

  constructor(
    clock: Clock,
    fetchToken: (signal: AbortSignal) => Promise<{ token: string; expires_at: Date }>,
  ) {
    this.#clock = clock;
    this.#fetchToken = fetchToken;
  }

  async get(signal: AbortSignal): Promise<string> {
    const soon = this.#clock.now().getTime() + 60_000;
    if (this.#known === null || this.#known.expires_at.getTime() <= soon)
      this.#known = await this.#fetchToken(signal);
    return this.#known.token;
  }

  forget(token: string): void {
    if (this.#known?.token === token) this.#known = null;
  }

  /** Asks with a token; where it is not good any more, once more with a new one. */
  async ask(url: string, question: Question, scheme: string): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const token = await this.get(question.signal);
      const headers = { ...question.headers, authorization: `${scheme} ${token}` };
      const answer = await ask(url, { ...question, headers });
      if (answer.status !== 401 && answer.status !== 403) return answer;
      this.forget(token);
      if (answer.status === 403) return answer;
      // With wrong keys nothing is refused for good: somebody will put them right.
      if (tries === 2) throw new ProviderUnavailableError('It does not take our keys');
    }
  }
}

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

export function isLoopback(url: string): boolean {
  return loopback.test(new URL(url).hostname);
}

/**
 * Buyers are sent to the provider's own hosts by https and nowhere else; with a provider on this machine, to its pages on the
 * tenant's host.
 * @throws ProviderUnavailableError
 */
export function checkedPayUrl(
  url: string | null | undefined,
  provider: { hosts: readonly string[]; baseUrl: string; success_url: string },
): string {
  if (typeof url === 'string' && URL.canParse(url)) {
    const { protocol, hostname, origin, pathname, username } = new URL(url);
    const isTheirs = provider.hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
    if (protocol === 'https:' && isTheirs && username === '') return url;
    const isPractice = isLoopback(provider.baseUrl) && pathname.startsWith(`${practicePrefix}/`);
    if (isPractice && origin === new URL(provider.success_url).origin) return url;
  }
  throw new ProviderUnavailableError('It gives a pay page that is not its own');
}

/** @throws BadSignatureError where there is none, or it was sent twice */
export function onlyHeader(headers: EventHeaders, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string' || value === '') throw new BadSignatureError(`There is no ${name}`);
  return value;
}

/**
 * The body of an event, once its signature was found good.
 * @throws BadSignatureError where it is no JSON of that form
 */
export function eventIn<Schema extends v.GenericSchema>(schema: Schema, body: Buffer): v.InferOutput<Schema> {
  const result = v.safeParse(schema, parseJson(body));
  if (!result.success) throw new BadSignatureError('The body is no event');
  return result.output;
}

/** Signatures are of bytes: a body that decoding would change is none. @throws BadSignatureError */
export function refuseStrangeBody(body: Buffer): void {
  if (body.length > longestEvent) throw new BadSignatureError('The body is too long');
  if (body[0] !== 0x7b || !isUtf8(body)) throw new BadSignatureError('The body is no JSON in UTF-8');
}
