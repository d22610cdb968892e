import * as v from 'valibot';
import { headers } from '#contract/kit/http.ts';
import { CheckAnswer } from '#contract/sync/check.schema.ts';
import { PushAnswer, PushRequest, type CallResult, type QueuedCall } from '#contract/sync/sync.schema.ts';
import { outlast, type TestTime } from '#tests/support/sync-environment.ts';
import type { PokeFate, PokeFeed, PokeRoad } from './pokes.ts';

/**
 * What happens to one request:
 * - `drop`: it never arrives; `cut`: it arrives, the answer is lost; `torn`: half of the answer comes;
 * - `portal`: somebody else's page; `twice`: it arrives two times;
 * - `slow`: the answer takes seconds, and is overtaken; `silent`: it arrives, and nothing is heard for 20 seconds;
 * - `late`: the tablet gives up, and seconds later it arrives all the same, behind what was sent since;
 * - a number: that status, in our own words.
 */
export const faults = [
  'drop',
  'cut',
  'torn',
  'portal',
  'twice',
  'slow',
  'silent',
  'late',
  401,
  413,
  429,
  500,
  503,
] as const;
export type Fault = (typeof faults)[number];

/** A call that the server answered, seen at the network's far end, where no fault hides anything. */
export interface Answered {
  readonly user_id: string;
  readonly client_id: string;
  readonly call: QueuedCall;
  readonly result: CallResult;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: Buffer;
}

export interface Received {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** The server, as the network reaches it. */
export type Send = (request: SentRequest) => Promise<Received>;

/** Those who watch what the server says. */
export interface Watcher {
  answered(answer: Answered): void;
  /** The server holds some scopes otherwise than a tablet does, at the same version. */
  differs(scopes: readonly string[]): void;
}

const errorCodes: Record<number, string> = {
  401: 'request.unauthenticated',
  413: 'request.too_large',
  429: 'request.too_many',
  500: 'request.internal',
  503: 'request.unavailable',
};

/** Whole seconds that a 429 asks to wait. */
export const retryAfter = 5;

/** The network between one tablet and the server. */
export class SimulatedNetwork implements PokeRoad {
  readonly #send: Send;
  readonly #pokes: PokeFeed;
  readonly #time: TestTime;
  readonly #watcher: Watcher;
  /** For the requests to come, oldest first. */
  faults: Fault[] = [];
  pokeFates: PokeFate[] = [];
  isDown = false;
  /** Requests of which the tablet has heard nothing yet. */
  #underWay = 0;

  constructor(send: Send, pokes: PokeFeed, time: TestTime, watcher: Watcher) {
    this.#send = send;
    this.#pokes = pokes;
    this.#time = time;
    this.#watcher = watcher;
  }

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    this.#underWay += 1;
    try {
      return await this.#exchange(input, init);
    } finally {
      this.#underWay -= 1;
    }
  };

  async #exchange(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const request = new Request(input, init);
    if (request.url.endsWith('/sync/events/')) return await this.#pokes.open(request, this);
    const body = Buffer.from(await outlast(request.arrayBuffer()));
    const fault = this.isDown ? 'drop' : (this.faults.shift() ?? 'none');
    if (fault === 'drop') throw new TypeError('Failed to fetch');
    if (fault === 'late') {
      this.#time.setTimer(() => void this.#deliver(request, body), 8000);
      throw new TypeError('Failed to fetch');
    }
    if (fault === 'portal')
      return new Response('<html>Welcome to Sunny Wi-Fi', { headers: { 'content-type': 'text/html' } });
    if (typeof fault === 'number') return refusal(request, fault);
    if (fault === 'twice') await this.#deliver(request, body);
    const answer = await this.#deliver(request, body);
    if (fault === 'slow') await this.#rest(4000);
    if (fault === 'silent') await this.#rest(20_000);
    if (fault === 'cut' || fault === 'silent') throw new TypeError('Failed to fetch');
    const text = fault === 'torn' ? answer.text.slice(0, answer.text.length / 2) : answer.text;
    return new Response(text, { status: answer.status, headers: answer.headers });
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#time.setTimer(resolve, milliseconds));
  }

  async #deliver(request: Request, body: Buffer) {
    const { pathname, search, host } = new URL(request.url);
    const response = await outlast(
      this.#send({
        method: request.method,
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), host },
        ...(body.length > 0 && { payload: body }),
      }),
    );
    const answerHeaders = new Headers();
    for (const [name, value] of Object.entries(response.headers)) answerHeaders.set(name, String(value));
    if (response.statusCode === 200) this.#watch(pathname, body.toString(), response.body);
    return { status: response.statusCode, text: response.body, headers: answerHeaders };
  }

  #watch(pathname: string, request: string, answer: string): void {
    if (pathname.endsWith('/sync/check/')) {
      const { differing } = v.parse(CheckAnswer, JSON.parse(answer));
      if (differing.length > 0) this.#watcher.differs(differing);
    }
    if (!pathname.endsWith('/sync/push/')) return;
    const { client_id, user_id, calls } = v.parse(PushRequest, JSON.parse(request));
    const { results } = v.parse(PushAnswer, JSON.parse(answer));
    const bySeq = new Map(calls.map((call) => [call.seq, call]));
    for (const result of results) {
      const call = bySeq.get(result.seq);
      if (call) this.#watcher.answered({ user_id, client_id, call, result });
    }
  }
}

function refusal(request: Request, status: number): Response {
  const requestId = request.headers.get(headers.requestId) ?? '';
  const code = errorCodes[status] ?? 'request.internal';
  return Response.json(
    { code, error: code, errors: {}, request_id: requestId },
    {
      status,
      headers: {
        [headers.product]: '1',
        [headers.requestId]: requestId,
        ...(status === 429 && { 'retry-after': String(retryAfter) }),
      },
    },
  );
}
