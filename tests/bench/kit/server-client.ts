import { Agent, request as httpRequest } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { apiPrefix, headers as wire } from '#contract/kit/http.ts';
import type { Endpoint, EndpointInput, EndpointResponse } from '#contract/kit/endpoint.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import type { User } from '#contract/identity/identity.schema.ts';

/** Somebody who is signed in at a school. */
export interface Visitor {
  readonly host: string;
  readonly access: string;
  readonly user: User;
}

export interface Answer<Body = unknown> {
  readonly body: Body;
  /** Bytes of the body as it travelled, compressed where the server did so. */
  readonly bytes: number;
  /** From the first byte sent to the last one read. */
  readonly milliseconds: number;
}

/**
 * Calls the real server over HTTP, with connections that stay open, as a browser has them. Chromium finds `*.localhost`
 * by itself; Node asks the system, which may not, so the host goes into the header.
 */
export class ServerClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 128 });

  constructor(private readonly port: number) {}

  async signIn(subdomain: string, username: string, password: string): Promise<Visitor> {
    const host = `${subdomain}.localhost`;
    const { body } = await this.call({ host, access: null }, identityEndpoints.signIn, {
      body: { username, password },
    });
    return { host, access: body.access, user: body.user };
  }

  /** @throws Error where the server refuses */
  async call<E extends Endpoint>(
    caller: { host: string; access: string | null },
    endpoint: E,
    input: EndpointInput<E>,
  ): Promise<Answer<EndpointResponse<E>>> {
    const { body } = input as { body?: unknown };
    const answer = await this.send(
      caller,
      endpoint.method,
      apiPrefix + endpoint.path,
      body === undefined ? '' : JSON.stringify(body),
    );
    return answer as Answer<EndpointResponse<E>>;
  }

  send(
    { host, access }: { host: string; access: string | null },
    method: string,
    path: string,
    payload: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.port,
          method,
          path,
          headers: {
            host,
            accept: 'application/json',
            'accept-encoding': 'gzip',
            ...(payload !== '' && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
            ...(access !== null && { authorization: `Bearer ${access}` }),
            ...more,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const milliseconds = performance.now() - began;
            const raw = Buffer.concat(chunks);
            const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString();
            const isOurs = answer.statusCode === 200 && answer.headers[wire.product] === '1';
            if (isOurs) resolve({ body: JSON.parse(text) as unknown, bytes: raw.length, milliseconds });
            else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`));
          });
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  /** Sends a form with files, whatever becomes of it. @returns the status of the answer, and milliseconds until it was read */
  async sendForm(
    { host, access }: { host: string; access: string | null },
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    form: FormData,
  ): Promise<{ status: number; milliseconds: number }> {
    const encoded = new Response(form);
    const payload = Buffer.from(await encoded.arrayBuffer());
    const began = performance.now();
    return await new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          agent: this.#agent,
          host: '127.0.0.1',
          port: this.port,
          method,
          path: apiPrefix + path,
          headers: {
            host,
            'content-type': encoded.headers.get('content-type') ?? '',
            'content-length': payload.length,
            ...(access !== null && { authorization: `Bearer ${access}` }),
          },
        },
        (answer) => {
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, milliseconds: performance.now() - began }),
          );
          answer.resume();
        },
      );
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
