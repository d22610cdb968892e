import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#contract/identity/identity.schema.ts';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { SignedPush } from '#contract/sync/grants.schema.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import { openTab, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { ids, problem, ScriptedServer } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError, type ApiClient } from './api-client.ts';
import { withDeviceDatabase } from './device-database.ts';
import { exchangeCredential } from './credential-exchange.ts';
import { readGrants, requestGrant } from './grants.ts';
import { credentialOwners, forgetCredential, keepCredential, readCredential } from './kept-credentials.ts';
import { OthersDrain } from './others-drain.ts';
import { openReplica } from './open-replica.ts';

const zoe = { tenant_id: ids.tenant, user_id: ids.zoe };
const card = { username: 'zoe-otter-42', password: 'Z0e-badge-of-128-bits_' };
const session: Session = {
  access: 'access of zoe',
  refresh: 'refresh of zoe',
  user: {
    id: ids.zoe,
    tenant_id: ids.tenant,
    first_name: 'Zoë',
    last_name: 'Fern',
    email: null,
    username: card.username,
    role: 'student',
    country: null,
    avatar: null,
  },
};

/** A school that answers as a test tells it, and notes what it was asked. */
class School implements ApiClient {
  readonly asked: string[] = [];
  readonly bodies: unknown[] = [];
  /** Thrown by the next calls of that name. */
  failures: Record<string, Error[]> = {};

  readonly call: ApiClient['call'] = async ({ name }, input) => {
    this.asked.push(name);
    this.bodies.push((input as { body: unknown }).body);
    const failure = this.failures[name]?.shift();
    if (failure) throw failure;
    if (name === 'identity.signIn') return session as never;
    if (name === 'identity.signOut') return {} as never;
    if (name === 'sync.requestGrant')
      return { grant_id: ids.epoch, expires_at: '2026-10-07T09:00:00.000Z' } as never;
    if (name !== 'sync.pushByGrant') throw new Error(`${name} was not to be asked`);
    const { push } = (input as unknown as { body: SignedPush }).body;
    const { calls } = JSON.parse(push) as { calls: { seq: number }[] };
    return { results: calls.map(({ seq }) => ({ seq, outcome: 'applied' })) } as never;
  };

  times(name: string): number {
    return this.asked.filter((asked) => asked === name).length;
  }
}

let device: TestDevice;
let time: TestTime;
let school: School;
let opened: { close(): void }[];
const failures: unknown[] = [];
const onFailure = (error: unknown) => failures.push(error);

beforeEach(() => {
  device = new TestDevice();
  time = new TestTime();
  school = new School();
  opened = [];
});

afterEach(() => {
  for (const each of opened) each.close();
  expect(failures.splice(0)).toEqual([]);
});

const tab = () => openTab(device, time).environment;
const noNetwork = () => new NoNetworkError('cut', false);

/** Comes in without a network, and leaves so many changes. */
async function visit(changes: number): Promise<void> {
  const environment = tab();
  await keepCredential(environment, zoe, card);
  const away = new ScriptedServer();
  away.failures = Array.from({ length: 20 }, noNetwork);
  const replica = await openReplica({
    environment,
    api: away,
    user: { id: ids.zoe, tenant_id: ids.tenant },
    definitions: queuedCalls,
    onFailure,
  });
  for (let made = 0; made < changes; made += 1) {
    const id = `01900000-0000-7000-8000-0000000000${String(10 + made)}`;
    await replica.enqueue(updatePrivacy, updatePrivacyInput(id, 'public'));
  }
  await settled();
  replica.close();
}

function drain(signedIn: string | null = null): OthersDrain {
  const others = new OthersDrain({
    environment: tab(),
    api: school,
    apiWith: (access) => {
      expect(access).toBe(session.access);
      return school;
    },
    signedIn,
    onFailure,
  });
  opened.push(others);
  return others;
}

describe('what a child signed in with who left before the network was back', () => {
  it('gets its work a grant, by a session that ends at once, and is gone', async () => {
    await visit(2);
    drain().start();
    await settled();
    expect(school.asked).toEqual([
      'identity.signIn',
      'sync.requestGrant',
      'identity.signOut',
      'sync.pushByGrant',
    ]);
    expect(school.bodies[0]).toEqual(card);
    expect(school.bodies[2]).toEqual({ refresh: session.refresh });
    expect(await credentialOwners(tab())).toEqual([]);
  });

  it('is exchanged once where two tabs are at it', async () => {
    await visit(1);
    drain().start();
    drain().start();
    await time.advance(5000);
    expect(school.times('identity.signIn')).toBe(1);
    expect(school.times('sync.pushByGrant')).toBe(1);
  });

  it('waits for the network', async () => {
    await visit(1);
    school.failures = { 'identity.signIn': [noNetwork(), noNetwork()], 'sync.requestGrant': [noNetwork()] };
    drain().start();
    await settled();
    expect(await credentialOwners(tab())).toMatchObject([zoe]);
    await time.advance(60_000);
    expect(school.times('identity.signIn')).toBe(4);
    expect(school.times('identity.signOut')).toBe(2);
    expect(school.times('sync.pushByGrant')).toBe(1);
  });

  it('leaves the school alone for as long as it asked', async () => {
    await visit(1);
    school.failures = { 'identity.signIn': [problem(429, 'request.too_many', 600)] };
    drain().start();
    await time.advance(9 * 60_000);
    expect(school.times('identity.signIn')).toBe(1);
    await time.advance(3 * 60_000);
    expect(school.times('sync.pushByGrant')).toBe(1);
  });

  it('is forgotten where the school refuses it, and asked of it no more', async () => {
    await visit(1);
    school.failures = { 'identity.signIn': [problem(401, identityProblems.wrong_credentials.code)] };
    drain().start();
    await time.advance(10 * 60_000);
    expect(school.asked).toEqual(['identity.signIn']);
    expect(await credentialOwners(tab())).toEqual([]);
  });

  it('is forgotten where the school gives no grant, and the session ends all the same', async () => {
    await visit(1);
    school.failures = { 'sync.requestGrant': [problem(403, 'request.forbidden')] };
    drain().start();
    await time.advance(10 * 60_000);
    expect(school.asked).toEqual(['identity.signIn', 'sync.requestGrant', 'identity.signOut']);
    expect(await credentialOwners(tab())).toEqual([]);
  });

  it('is not needed where a grant is there from before', async () => {
    await requestGrant(tab(), school, zoe);
    await visit(1);
    drain().start();
    await settled();
    expect(school.asked).toEqual(['sync.requestGrant', 'sync.pushByGrant']);
    await time.advance(3 * 60_000);
    expect(await credentialOwners(tab())).toEqual([]);
  });

  it('stays while the child may just be coming in, and while it is here', async () => {
    await visit(0);
    drain().start();
    await settled();
    expect(await credentialOwners(tab())).toHaveLength(1);
    drain(ids.zoe).start();
    for (const each of opened.splice(0, 1)) each.close();
    await time.advance(60 * 60_000);
    expect(await credentialOwners(tab())).toHaveLength(1);
    expect(school.asked).toEqual([]);
  });
});

describe('a kept credential', () => {
  it('is the last one, and is forgotten by its own id alone', async () => {
    const environment = tab();
    await keepCredential(environment, zoe, card);
    const [first] = await credentialOwners(environment);
    await keepCredential(environment, zoe, { ...card, password: 'another' });
    await forgetCredential(environment, zoe, first?.id ?? '');
    const kept = await readCredential(environment, zoe);
    expect(kept).toMatchObject({ password: 'another' });
    await forgetCredential(environment, zoe, kept?.id ?? '');
    expect(await readCredential(environment, zoe)).toBeNull();
  });

  it('goes with a grant, unless its child signed in again while that was on its way', async () => {
    const environment = tab();
    await keepCredential(environment, zoe, card);
    const slow: ApiClient = {
      call: async (endpoint, input) => {
        await keepCredential(environment, zoe, { ...card, password: 'another' });
        return await school.call(endpoint, input);
      },
    };
    await requestGrant(environment, slow, zoe);
    expect(await readCredential(environment, zoe)).toMatchObject({ password: 'another' });
    await requestGrant(environment, school, zoe);
    expect(await readCredential(environment, zoe)).toBeNull();
    expect(await readGrants(environment)).toHaveLength(1);
  });

  it('is none where the browser lost the key of the device', async () => {
    const environment = tab();
    await keepCredential(environment, zoe, card);
    const other = openTab(new TestDevice(), time).environment;
    await keepCredential(other, zoe, card);
    const fact = `credential ${ids.tenant} ${ids.zoe}`;
    const foreign = await withDeviceDatabase(other, (facts) => facts.readFact(fact));
    await withDeviceDatabase(environment, (facts) => facts.writeFact(fact, foreign));
    expect(await readCredential(environment, zoe)).toBeNull();
    expect(await exchangeCredential(environment, school, zoe)).toBeNull();
  });
});
