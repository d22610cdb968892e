import { describe, expect, it, vi } from 'vitest';
import { api } from '#contract/api.ts';
import { headers } from '#contract/kit/http.ts';
import {
  ApiProblem,
  createApiClient,
  NoNetworkError,
  UnreadableAnswerError,
  type TokenSource,
} from './api-client.ts';

const origin = 'http://greenfield.localhost:8080';
const user = {
  id: '01900000-0000-7000-8000-000000000002',
  tenant_id: '01900000-0000-7000-8000-000000000001',
  first_name: 'Clara',
  last_name: 'Weiss',
  email: 'teacher@greenfield.test',
  username: null,
  role: 'teacher',
  country: null,
  avatar: null,
};

type Answer = (request: Request) => Response | Promise<Response>;

/** An answer as our server gives it: with its header, and the echo of the request's id. */
function ours(body: unknown, status = 200, extra: Record<string, string> = {}): Answer {
  return (request) =>
    Response.json(body, {
      status,
      headers: {
        [headers.product]: '1',
        [headers.requestId]: request.headers.get(headers.requestId) ?? '',
        ...extra,
      },
    });
}

function client(answers: Answer[], tokens: Partial<TokenSource> = {}) {
  const requests: Request[] = [];
  const source: TokenSource = { access: () => 'token-1', refresh: async () => 'refused', ...tokens };
  const fetch = (async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (!answer) throw new TypeError('Failed to fetch');
    return await answer(request);
  }) as typeof globalThis.fetch;
  return { requests, ...createApiClient({ origin, tokens: source, fetch }) };
}

const unauthenticated = {
  code: 'request.unauthenticated',
  error: 'Your token is expired, please relogin!',
  errors: {},
  request_id: 'r',
};

describe('a call', () => {
  it('goes to the endpoint’s address with the token, a request id and no cache', async () => {
    const { call, requests } = client([ours(user)]);
    expect(await call(api.identity.readProfile, {})).toEqual(user);
    const [request] = requests;
    expect(request?.url).toBe(`${origin}/api/user/profile/`);
    expect(request?.headers.get('authorization')).toBe('Bearer token-1');
    expect(request?.headers.get(headers.requestId)).toMatch(/^[\w-]{36}$/u);
  });

  it('fills parameters and query into the address', async () => {
    const { call, requests } = client([ours({ count: 0, next: null, results: { students: [] } })]);
    await call(api.students.listInClass, {
      params: { classCode: 'MAPX E/247' },
      query: { search: 'Zoë', limit: 5 },
    });
    expect(requests[0]?.url).toBe(
      `${origin}/api/list-student-in-class/MAPX%20E%2F247/?search=Zo%C3%AB&limit=5`,
    );
  });

  it('sends no token to endpoints that are for anyone', async () => {
    const { call, requests } = client([ours({})]);
    await call(api.identity.signOut, { body: { refresh: 'r' } });
    expect(requests[0]?.headers.get('authorization')).toBeNull();
  });

  it('sends the token, where there is one, if what anyone may ask depends on who asks', async () => {
    const answer = ours({ count: 0, next: null, results: [] });
    const signedIn = client([answer]);
    await signedIn.call(api.help.list, { query: { limit: 1000 } });
    expect(signedIn.requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
    const visitor = client([answer], { access: () => null });
    await visitor.call(api.help.list, { query: {} });
    expect(visitor.requests.map(({ headers: sent }) => sent.get('authorization'))).toEqual([null]);
  });

  it('gives a refusal with its code, its texts and the time to wait', async () => {
    const body = {
      code: 'students.not_found',
      error: 'Student data not available.',
      errors: { id: ['no'] },
      request_id: 'r',
    };
    const { call } = client([ours(body, 404, { 'retry-after': '7' })]);
    const error: unknown = await call(api.identity.readProfile, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      status: 404,
      code: 'students.not_found',
      message: 'Student data not available.',
      retryAfter: 7,
      errors: { id: ['no'] },
    });
  });
});

describe('an answer that is not the server’s is no network', () => {
  const impostors: [string, Answer][] = [
    ['a captive portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['JSON without our header', () => Response.json(user)],
    [
      'an answer to another request',
      () => Response.json(user, { headers: { [headers.product]: '1', [headers.requestId]: 'another' } }),
    ],
    ['a proxy’s 502', () => new Response('Bad gateway', { status: 502 })],
    [
      'a page with our headers',
      (request) =>
        new Response('<html>', {
          headers: {
            [headers.product]: '1',
            [headers.requestId]: request.headers.get(headers.requestId) ?? '',
          },
        }),
    ],
    [
      'an answer that was cut off',
      (request) =>
        new Response('{"id":"0190', {
          headers: {
            'content-type': 'application/json',
            [headers.product]: '1',
            [headers.requestId]: request.headers.get(headers.requestId) ?? '',
          },
        }),
    ],
    ['a connection that fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ];
  it.each(impostors)('%s', async (_what, answer) => {
    const { call } = client([answer]);
    await expect(call(api.identity.readProfile, {})).rejects.toBeInstanceOf(NoNetworkError);
  });

  it('is not what an answer of a shape is that this version does not know', async () => {
    const { call } = client([ours({ surprise: true })]);
    await expect(call(api.identity.readProfile, {})).rejects.toBeInstanceOf(UnreadableAnswerError);
  });

  it('does not follow a redirect', async () => {
    const { call, requests } = client([ours(user)]);
    await call(api.identity.readProfile, {});
    expect(requests[0]?.redirect).toBe('error');
  });

  it('says when it only took too long', async () => {
    vi.useFakeTimers();
    const { call } = client([() => new Promise<Response>(() => undefined)]);
    const outcome = call(api.identity.readProfile, {}, { timeout: 1000 }).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(1500);
    expect(await outcome).toMatchObject({ name: 'NoNetworkError', timedOut: true });
    vi.useRealTimers();
  });

  it('says so too when the answer stops in the middle, and lets go of the connection', async () => {
    vi.useFakeTimers();
    const { call, requests } = client([() => new Response(new ReadableStream())]);
    const outcome = call(api.identity.readProfile, {}, { timeout: 1000 }).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await outcome).toMatchObject({ name: 'NoNetworkError', timedOut: true });
    expect(requests[0]?.signal.aborted).toBe(true);
    vi.useRealTimers();
  });
});

describe('a token that expired', () => {
  it('is renewed once, and the call is made again with the new one', async () => {
    let access = 'token-1';
    const refresh = vi.fn(async () => {
      access = 'token-2';
      return 'refreshed' as const;
    });
    const { call, requests } = client([ours(unauthenticated, 401), ours(user)], {
      access: () => access,
      refresh,
    });
    expect(await call(api.identity.readProfile, {})).toEqual(user);
    expect(refresh.mock.calls).toEqual([['token-1']]);
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('ends in the server’s refusal when the renewal is refused', async () => {
    const { call, requests } = client([ours(unauthenticated, 401)]);
    await expect(call(api.identity.readProfile, {})).rejects.toMatchObject({
      name: 'ApiProblem',
      status: 401,
    });
    expect(requests).toHaveLength(1);
  });

  it('is no refusal when the renewal got no answer', async () => {
    const { call } = client([ours(unauthenticated, 401)], { refresh: async () => 'no_network' });
    await expect(call(api.identity.readProfile, {})).rejects.toBeInstanceOf(NoNetworkError);
  });
});

describe('a stream', () => {
  /** A stream as our server opens it, which says this and ends. */
  function stream(text: string, type = 'text/event-stream'): Answer {
    return (request) =>
      new Response(text, {
        headers: {
          'content-type': type,
          [headers.product]: '1',
          [headers.requestId]: request.headers.get(headers.requestId) ?? '',
        },
      });
  }

  const { signal } = new AbortController();
  const textOf = async (body: ReadableStream<Uint8Array>) => await new Response(body).text();

  it('is asked for with the token, and handed on as it comes', async () => {
    const { open, requests } = client([stream(':\n\ndata: {}\n\n')]);
    expect(await textOf(await open(api.sync.events, signal))).toBe(':\n\ndata: {}\n\n');
    expect(requests[0]?.url).toBe(`${origin}/api/sync/events/`);
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(requests[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it('is opened with a renewed token where the first was refused', async () => {
    let token = 'token-1';
    const refresh = vi.fn<TokenSource['refresh']>(async () => {
      token = 'token-2';
      return 'refreshed';
    });
    const { open, requests } = client([ours(unauthenticated, 401), stream(':\n\n')], {
      access: () => token,
      refresh,
    });
    expect(await textOf(await open(api.sync.events, signal))).toBe(':\n\n');
    expect(refresh).toHaveBeenCalledExactlyOnceWith('token-1');
    expect(requests[1]?.headers.get('authorization')).toBe('Bearer token-2');
  });

  it('that is refused says why, and when to come again', async () => {
    const body = { ...unauthenticated, code: 'request.unavailable' };
    const { open } = client([ours(body, 503, { 'retry-after': '30' })]);
    const refused = open(api.sync.events, signal);
    await expect(refused).rejects.toMatchObject({ status: 503, code: 'request.unavailable', retryAfter: 30 });
    await expect(refused).rejects.toBeInstanceOf(ApiProblem);
  });

  it.each([
    ['a portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    [
      'somebody else’s stream',
      () => new Response(':\n\n', { headers: { 'content-type': 'text/event-stream' } }),
    ],
    ['an answer that is no stream', ours(user)],
    ['a refusal that is not ours', () => new Response('no', { status: 403 })],
    ['nobody at all', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as [string, Answer][])('is not opened by %s', async (_what, answer) => {
    const { open } = client([answer]);
    await expect(open(api.sync.events, signal)).rejects.toBeInstanceOf(NoNetworkError);
  });

  it('is given up when its reader says so', async () => {
    const leaving = new AbortController();
    const { open } = client([
      (request) =>
        new Promise((_resolve, reject) => {
          if (request.signal.aborted) reject(request.signal.reason as Error);
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        }),
    ]);
    const opening = open(api.sync.events, leaving.signal);
    leaving.abort();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a call with files', () => {
  const nora = {
    id: '01900000-0000-7000-8000-000000000003',
    first_name: 'Nora',
    last_name: 'Lind',
    email: 'nora@greenfield.test',
    role: 'teacher',
    country: 'SE',
    avatar: null,
    archived_at: null,
    last_login: null,
    pending_email: null,
    has_password: true,
    classes: [],
    prepared_tablets: [],
  };

  it('is sent as multipart, its files as files, and without what is left out', async () => {
    const { call, requests } = client([ours(nora)]);
    const picture = new File(['pixels'], 'me.jpg', { type: 'image/jpeg' });
    await call(api.members.update, {
      params: { userId: nora.id },
      body: { first_name: 'Nora', last_name: undefined, avatar: picture },
    });
    const [request] = requests;
    expect(request?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/u);
    const form = await request?.formData();
    expect([...(form?.keys() ?? [])]).toEqual(['first_name', 'avatar']);
    expect(form?.get('first_name')).toBe('Nora');
    const sent = form?.get('avatar') as File;
    expect([sent.name, sent.type, await sent.text()]).toEqual(['me.jpg', 'image/jpeg', 'pixels']);
  });
});
