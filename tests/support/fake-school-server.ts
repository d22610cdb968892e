import { vi } from 'vitest';
import { apiPrefix, headers } from '#contract/kit/http.ts';

/** What a school answers: a status and a body (with a type of its own it is a text), or null where it cannot be reached. */
export type FakeAnswer = { status?: number; body: unknown; type?: string } | null;

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** Stands where the school's server would, on the other side of `fetch`. Answers by method and path. */
export class FakeSchoolServer {
  readonly asked: Asked[] = [];
  readonly #answers: Record<string, (asked: Asked) => FakeAnswer | Promise<FakeAnswer>>;

  constructor(answers: Record<string, (asked: Asked) => FakeAnswer | Promise<FakeAnswer>>) {
    this.#answers = answers;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
      this.#serve(new Request(input, init)),
    );
  }

  /** The calls of an endpoint, oldest first. */
  askedFor(path: string): Asked[] {
    return this.asked.filter((asked) => asked.path === path);
  }

  async #serve(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace(apiPrefix, '');
    const asked = {
      method: request.method,
      path,
      query: Object.fromEntries(searchParams),
      body: await bodyOf(request),
    };
    this.asked.push(asked);
    const answer = (await this.#answers[`${request.method} ${decodeURIComponent(path)}`]?.(asked)) ?? null;
    if (answer === null) throw new TypeError('Failed to fetch');
    return new Response(answer.type === undefined ? JSON.stringify(answer.body) : String(answer.body), {
      status: answer.status ?? 200,
      headers: {
        'content-type': answer.type ?? 'application/json',
        [headers.product]: '1',
        [headers.requestId]: request.headers.get(headers.requestId) ?? '',
      },
    });
  }
}

/** JSON, or the fields of a form by their names. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/'))
    return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** A refusal as the server writes it. */
export function refusalOf(
  { code, status, error }: { code: string; status: number; error: string },
  said: { error?: string } = {},
): FakeAnswer {
  return { status, body: { code, error, errors: {}, request_id: 'r', ...said } };
}
