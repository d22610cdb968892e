import { afterEach, beforeEach, expect } from 'vitest';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { grantMessage } from '#contract/sync/grants.rules.ts';
import type { GrantedPush, GrantRequest, SignedPush } from '#contract/sync/grants.schema.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { type ApiClient, NoNetworkError } from '#src/sync/api-client.ts';
import { requestGrant } from '#src/sync/grants.ts';
import { openReplica } from '#src/sync/open-replica.ts';
import { OthersDrain } from '#src/sync/others-drain.ts';
import type { Replica } from '#src/sync/replica.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import { openTab, outlast, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids, refusal, ScriptedServer } from '#tests/support/sync-scripted-server.ts';

export const ada = ids.zoe;
export const ben = ids.max;
export const people = { ada, ben };

/** A school that gives grants, checks what is signed with them, and answers as a test tells it. */
class GrantingServer implements ApiClient {
  readonly school = new ScriptedServer();
  readonly asked: GrantRequest[] = [];
  readonly signed: SignedPush[] = [];
  readonly pushes: GrantedPush[] = [];
  /** Thrown by the next calls that have to do with grants, oldest first. */
  failures: Error[] = [];
  decide: (call: QueuedCall) => CallResult['outcome'] = () => 'applied';

  readonly call: ApiClient['call'] = async (endpoint, input, options) => {
    if (endpoint.name === 'sync.requestGrant') return (await this.#grant(input)) as never;
    if (endpoint.name === 'sync.pushByGrant') return (await this.#push(endpoint, input)) as never;
    return await this.school.call(endpoint, input, options);
  };

  async #grant(input: unknown) {
    const { body } = input as { body: GrantRequest };
    this.#fail();
    this.asked.push(body);
    const place = String(this.asked.length).padStart(12, '0');
    return { grant_id: `01900000-0000-7000-8000-${place}`, expires_at: '2026-10-07T09:00:00.000Z' };
  }

  async #push({ roles }: Endpoint, input: unknown): Promise<{ results: CallResult[] }> {
    const { body } = input as { body: SignedPush };
    if (roles !== 'anyone') throw new Error('This call would carry the token of whoever is signed in');
    this.signed.push(body);
    if (!(await outlast(this.#isSigned(body)))) throw new Error('The signature is not that of this device');
    this.#fail();
    const push = JSON.parse(body.push) as GrantedPush;
    this.pushes.push(push);
    return {
      results: push.calls.map((call): CallResult => {
        const outcome = this.decide(call);
        return outcome === 'refused'
          ? { seq: call.seq, outcome, problem: refusal }
          : { seq: call.seq, outcome };
      }),
    };
  }

  #fail(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  async #isSigned({ grant_id, push, signature }: SignedPush): Promise<boolean> {
    const [asked] = this.asked;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.importKey('jwk', asked?.public_key ?? {}, algorithm, false, ['verify']);
    return await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key,
      Buffer.from(signature, 'base64url'),
      new TextEncoder().encode(grantMessage(grant_id, push)),
    );
  }
}

/** A tablet that children leave, and a server that gives grants, for the tests of one file. */
export function grantsOfFile() {
  /** Filled by the set-up. */
  const now = {} as {
    device: TestDevice;
    time: TestTime;
    server: GrantingServer;
    failures: unknown[];
    opened: { close(): void }[];
  };

  beforeEach(() => {
    now.device = new TestDevice();
    now.time = new TestTime();
    now.server = new GrantingServer();
    now.failures = [];
    now.opened = [];
  });

  afterEach(() => {
    for (const each of now.opened) each.close();
    expect(now.failures).toEqual([]);
  });

  const onFailure = (error: unknown) => now.failures.push(error);

  async function open(user_id: string, tab = openTab(now.device, now.time)): Promise<Replica> {
    const replica = await openReplica({
      environment: tab.environment,
      api: now.server,
      user: { id: user_id, tenant_id: ids.tenant },
      definitions: queuedCalls,
      onFailure,
    });
    now.opened.push(replica);
    return replica;
  }

  function drainOthers(signedIn: string | null = null, tab = openTab(now.device, now.time)): OthersDrain {
    const drain = new OthersDrain({
      environment: tab.environment,
      api: now.server,
      apiWith: () => now.server,
      signedIn,
      onFailure,
    });
    now.opened.push(drain);
    return drain;
  }

  /** Signs in, leaves so many changes on the tablet that no network took, and signs out. */
  async function leave(who: keyof typeof people, changes: number, keepSnapshot = false): Promise<void> {
    const user_id = people[who];
    const replica = await open(user_id);
    const { environment } = openTab(now.device, now.time);
    await requestGrant(environment, now.server, { tenant_id: ids.tenant, user_id });
    if (keepSnapshot) {
      replica.syncNow();
      await settled();
    }
    now.server.school.failures = Array.from({ length: 20 }, () => new NoNetworkError('cut', false));
    for (let made = 0; made < changes; made += 1) {
      // Of another child each, so that none goes into the one before.
      const id = `01900000-0000-7000-8000-0000000000${String(10 + made)}`;
      await replica.enqueue(updatePrivacy, updatePrivacyInput(id, 'public'));
    }
    await settled();
    if (!keepSnapshot) await replica.forgetSnapshot();
    replica.close();
    now.server.school.failures = [];
  }

  return { now, onFailure, open, drainOthers, leave };
}
