import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { ProblemBody } from '#contract/kit/problem.ts';
import type { Student } from '#contract/students/students.schema.ts';
import type { CheckRequest } from '#contract/sync/check.schema.ts';
import {
  scopeOf,
  type CallResult,
  type PullAnswer,
  type PullRequest,
  type PushRequest,
  type QueuedCall,
  type Scope,
} from '#contract/sync/sync.schema.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { ourShapes } from './our-shapes.ts';

export const ids = {
  tenant: '01900000-0000-7000-8000-000000000001',
  teacher: '01900000-0000-7000-8000-000000000002',
  maple: '01900000-0000-7000-8000-00000000000a',
  cedar: '01900000-0000-7000-8000-00000000000b',
  zoe: '01900000-0000-7000-8000-0000000000a1',
  max: '01900000-0000-7000-8000-0000000000a2',
  epoch: '01900000-0000-7000-8000-0000000000ee',
};
export const maple = scopeOf.schoolClass(ids.maple);
export const cedar = scopeOf.schoolClass(ids.cedar);

export function student(id: string, first_name: string, change: Partial<Student> = {}): Student {
  return {
    id,
    first_name,
    last_name: 'Fern',
    username: `${first_name}-1`,
    email: null,
    avatar: null,
    privacy_preference: 'private',
    stu_class: { id: ids.maple, class_id: 'MAPXE247', name: 'Maple' },
    no_of_books: 0,
    date_joined: '2026-09-01T08:00:00.000Z',
    last_login: null,
    archived_at: null,
    archived_by: null,
    ...change,
  };
}

/** A server without rules: it stands at the network's edge and answers as a test tells it. */
export class ScriptedServer implements ApiClient {
  readonly pushes: PushRequest[] = [];
  readonly pulls: PullRequest[] = [];
  /** Hashes of the pictures that were sent, those that were refused too. */
  readonly pictures: string[] = [];
  /** Thrown by the next pictures, oldest first. */
  pictureFailures: Error[] = [];
  /** Thrown by the next requests, oldest first. */
  failures: Error[] = [];
  /** Results for the next pushes; without one, every call is applied. */
  decide: ((call: QueuedCall) => CallResult['outcome'] | 'missing') | null = null;
  /** What the server says of a request as a whole, before it looks at a call. */
  refuseWhole: ((request: PushRequest) => Error | null) | null = null;
  students = new Map<Scope, Student[]>([[maple, [student(ids.zoe, 'Zoë'), student(ids.max, 'Max')]]]);
  version = 1;
  confirmed = 0;
  epoch = ids.epoch;
  drop: Scope[] = [];
  pages: PullAnswer[] = [];
  readonly checks: CheckRequest[] = [];
  /** What the next comparison finds. */
  differing: Scope[] = [];
  checkFailures: Error[] = [];
  /** What happens before the device gets the answer. */
  afterCheck: (() => void | Promise<void>) | null = null;
  /** Held back until the test lets it go. */
  gate: Promise<void> | null = null;

  readonly call: ApiClient['call'] = async (endpoint: Endpoint, input: object) => {
    const { body } = input as { body: PushRequest & PullRequest };
    await this.gate;
    if (endpoint.name === 'pictures.send' || endpoint.name === 'recordings.send') {
      const { sha256 = '' } = (input as { params: Record<string, string> }).params;
      this.pictures.push(sha256);
      const failure = this.pictureFailures.shift();
      if (failure) throw failure;
      return { sha256 } as never;
    }
    if (endpoint.name === 'sync.check') {
      this.checks.push((input as { body: CheckRequest }).body);
      await this.afterCheck?.();
      const failure = this.checkFailures.shift();
      if (failure) throw failure;
      return { differing: this.differing.splice(0) } as never;
    }
    if (endpoint.name === 'sync.pull') {
      this.pulls.push(body);
      this.#fail();
      return this.#pull(body) as never;
    }
    this.pushes.push(body);
    this.#fail();
    const refused = this.refuseWhole?.(body);
    if (refused) throw refused;
    const results = body.calls.flatMap((call): CallResult[] => {
      const outcome = this.decide?.(call) ?? 'applied';
      if (outcome === 'missing') return [];
      if (outcome === 'refused') return [{ seq: call.seq, outcome, problem: refusal }];
      if (outcome === 'applied') this.#apply(call);
      return [{ seq: call.seq, outcome }];
    });
    return { results, pull: this.#pull({ ...body, cursor: body.cursor ?? null }) } as never;
  };

  #fail(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  #apply(call: QueuedCall): void {
    this.confirmed = Math.max(this.confirmed, call.seq);
    const { params, body } = call.input as { params?: { id: string }; body: Partial<Student> };
    for (const [scope, rows] of this.students) {
      this.students.set(
        scope,
        rows.map((row) => (row.id === params?.id ? { ...row, ...body } : row)),
      );
    }
    this.version += 1;
  }

  #pull({ cursor }: PullRequest): PullAnswer {
    const scripted = this.pages.shift();
    if (scripted) return scripted;
    const reset = cursor === null || cursor.epoch !== this.epoch;
    return {
      reset,
      drop_scopes: this.drop.splice(0),
      scopes: [...this.students].map(([scope, rows]) => ({
        scope,
        version: this.version,
        replace: true,
        tables: { students: { rows, removed: [] } },
      })),
      confirmed_seq: this.confirmed,
      cursor: {
        epoch: this.epoch,
        ...ourShapes,
        scopes: Object.fromEntries([...this.students.keys()].map((scope) => [scope, this.version])),
      },
      more: false,
    };
  }
}

export const refusal: ProblemBody = {
  code: 'students.not_found',
  error: 'Student data not available.',
  errors: {},
  request_id: 'r',
};

export function problem(
  status: number,
  code = 'request.internal',
  retryAfter: number | null = null,
): ApiProblem {
  return new ApiProblem(status, { code, error: code, errors: {}, request_id: 'r' }, retryAfter);
}
