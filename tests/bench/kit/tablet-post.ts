import { request, type Agent } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { apiPrefix } from '#contract/kit/http.ts';

/** Milliseconds after which a device gives up on an answer. */
export const givesUpAfter = 15_000;

/** Codes of a connection that broke, or that nobody took. */
const brokenCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE']);

export interface Answer {
  /** 0 where the connection broke. */
  status: number;
  text: string;
  /** Seconds. */
  retryAfter: number | null;
  milliseconds: number;
}

/** What a tablet sends to a server on this machine. @param options.patience milliseconds until it gives up; unset: never */
export function postTo(
  agent: Agent,
  port: number,
  options: { host: string; path: string; body: object; access?: string | undefined; patience?: number },
): Promise<Answer> {
  const { host, path, body, access, patience } = options;
  const payload = JSON.stringify(body);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      const isBroken = 'code' in error && brokenCodes.has(String(error.code));
      const milliseconds = performance.now() - began;
      if (isBroken) resolve({ status: 0, text: '', retryAfter: null, milliseconds });
      else reject(error);
    };
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: `${apiPrefix}${path}`,
        headers: {
          host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          ...(access !== undefined && { authorization: `Bearer ${access}` }),
        },
        ...(patience !== undefined && { timeout: patience }),
      },
      (answer) => {
        buffer(answer).then((content) => {
          const { 'retry-after': wait } = answer.headers;
          resolve({
            status: answer.statusCode ?? 0,
            text: content.toString(),
            retryAfter: wait === undefined ? null : Number(wait),
            milliseconds: performance.now() - began,
          });
        }, fail);
      },
    );
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('given up'), { code: 'ECONNRESET' })));
    sent.on('error', fail);
    sent.end(payload);
  });
}
