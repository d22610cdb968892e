import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

/** What is asked of a provider. */
export type Call =
  | 'token'
  | 'begin'
  | 'look'
  | 'capture'
  | 'close'
  | 'refund'
  | 'look_refund'
  | 'disputes'
  | 'find'
  | 'certificate';

/** `error`: 500 before anything is done. `drop_answer`: all is done and kept, and the connection ends. `hang`: nothing comes. */
export type Fault = 'error' | 'drop_answer' | 'hang';

export class Faults {
  readonly #planned: { call: Call; fault: Fault }[] = [];

  /** For the next `times` calls of that kind. */
  plan(call: Call, fault: Fault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#planned.push({ call, fault });
  }

  take(call: Call): Fault | null {
    const place = this.#planned.findIndex((each) => each.call === call);
    return place === -1 ? null : (this.#planned.splice(place, 1)[0]?.fault ?? null);
  }
}

export interface RestAnswer {
  status: number;
  body: unknown;
  type?: string;
}

/** An answer that says no. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal';

  constructor(readonly answer: RestAnswer) {
    super(`The practice provider answers ${answer.status}`);
  }
}

interface RestOptions {
  faults: Faults;
  /** Ends when all is kept. */
  save: () => Promise<void>;
  /** What it answers where something is not as it expects. */
  broken: () => RestAnswer;
  /** What it answers where nothing is at an address. */
  missing: () => RestAnswer;
}

/** A provider's REST on a port of its own, which this machine alone reaches. */
export class Rest {
  readonly #app: FastifyInstance;
  readonly #options: RestOptions;

  constructor(options: RestOptions) {
    this.#options = options;
    this.#app = Fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 });
    this.#app.removeAllContentTypeParsers();
    this.#app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    this.#app.setNotFoundHandler((_request, reply) => {
      const { status, body } = options.missing();
      void reply.status(status).send(body);
    });
  }

  on(
    method: 'GET' | 'POST',
    url: string,
    call: Call,
    answer: (request: FastifyRequest) => RestAnswer | Promise<RestAnswer>,
  ): void {
    const { faults, save, broken } = this.#options;
    this.#app.route({
      method,
      url,
      handler: async (request, reply) => {
        const fault = faults.take(call);
        if (fault === 'hang') return reply.hijack();
        const { status, body, type } = fault === 'error' ? broken() : await answerOrRefusal(answer, request);
        await save();
        if (fault === 'drop_answer') {
          request.raw.socket.destroy();
          return reply.hijack();
        }
        return await reply
          .status(status)
          .type(type ?? 'application/json; charset=utf-8')
          .send(type === undefined ? JSON.stringify(body) : body);
      },
    });
  }

  /** @returns its address, such as `http://127.0.0.1:40123` */
  async listen(): Promise<string> {
    await this.#app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = this.#app.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): Promise<void> {
    return this.#app.close();
  }
}

async function answerOrRefusal(
  answer: (request: FastifyRequest) => RestAnswer | Promise<RestAnswer>,
  request: FastifyRequest,
): Promise<RestAnswer> {
  try {
    return await answer(request);
  } catch (error) {
    if (error instanceof RestRefusal) return error.answer;
    throw error;
  }
}

export const textOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

/** The object in a JSON body; an empty one where it is none. */
export function jsonOf(request: FastifyRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(textOf(request));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of a member of… @returns undefined where one of them is missing */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && typeof key === 'number') return inner[key] as unknown;
    return isObject(inner) ? inner[key] : undefined;
  }, value);
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}
