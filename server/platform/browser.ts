import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HungUpError } from './failures.ts';

/** What a handler may know of whoever sent the request, besides the token: where it came from, and our cookies in it. */
export interface CallerBrowser {
  /** One address where it is IPv4; the /64 that a household or a school has where it is IPv6. */
  readonly network: string;
  cookie(name: string): string | undefined;
  /** Of one line of URL-safe characters, out of reach for scripts, sent to our own API alone. */
  setCookie(name: string, value: string, seconds: number): void;
  clearCookie(name: string): void;
}

/** @throws HungUpError when it is gone already: then nothing tells where it was, and what counts tries would not know whose */
export function browserOf(request: FastifyRequest, reply: FastifyReply): CallerBrowser {
  const { ip } = request as { ip: string | undefined };
  if (ip === undefined) throw new HungUpError();
  const cookies = readCookies(request.headers.cookie);
  const write = (name: string, value: string, seconds: number) => {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    void reply.header(
      'set-cookie',
      `${name}=${value}; Path=/api; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  };
  return {
    network: networkOf(ip),
    cookie: (name) => cookies.get(name),
    setCookie: write,
    clearCookie: (name) => write(name, '', 0),
  };
}

/** A name that stands there twice counts as its first, which browsers send for the nearest path. @see RFC 6265 */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const place = pair.indexOf('=');
    const name = pair.slice(0, place).trim();
    if (place > 0 && !cookies.has(name)) cookies.set(name, pair.slice(place + 1).trim());
  }
  return cookies;
}

/** Whoever has an IPv6 address has 2^64 of them, so that those of a network count as one. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, ''))
    .join(':')}::/64`;
}
