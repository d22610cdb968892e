import { describe, expect, it, vi } from 'vitest';
import { identityProblems } from '#contract/identity/identity.problems.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { requestProblems, type ProblemDefinition } from '#contract/kit/problem.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { memoryStorage, type KeyValueStorage } from './device-storage.ts';
import { clearSession, readUser, sessionKeys, writeOfflineSession, writeSession } from './session-keys.ts';
import {
  createTokenSource,
  runAloneAcrossTabs,
  tokensOf,
  type OfflineStart,
  type RunAlone,
} from './tokens.ts';

const nobody: User = {
  id: '',
  tenant_id: '01985b4e-0000-7000-8000-0000000000aa',
  first_name: 'A',
  last_name: 'B',
  email: null,
  username: null,
  role: 'teacher',
  country: null,
  avatar: null,
};

/** What two tabs of one device share: its storage and its lock. */
function device() {
  const storage = memoryStorage();
  storage.setItem(sessionKeys.accessToken, 'access-1');
  storage.setItem(sessionKeys.refreshToken, 'refresh-1');
  return { storage, runAlone: runAloneAcrossTabs(undefined, 'any') };
}

function tab(
  shared: { storage: KeyValueStorage; runAlone: RunAlone },
  renew: (token: string) => Promise<{ access: string; refresh: string }>,
  exchange: OfflineStart['exchange'] = () => Promise.reject(new Error('Nobody signed in without a network')),
) {
  const onRefused = vi.fn<() => void>();
  const offline = {
    exchange: vi.fn(exchange),
    onExchanged: vi.fn<OfflineStart['onExchanged']>(),
    onNotLetIn: vi.fn<OfflineStart['onNotLetIn']>(),
    discard: vi.fn<OfflineStart['discard']>(),
  };
  let time = 0;
  const clock = { now: () => time, random: () => 0.5 };
  const tokens = createTokenSource({ ...shared, ...clock, renew, onRefused, offline });
  return { tokens, onRefused, offline, pass: (milliseconds: number) => (time += milliseconds) };
}

function refusal({ code, status, error }: ProblemDefinition): ApiProblem {
  return new ApiProblem(status, { code, error, errors: {}, request_id: 'r' }, null);
}

describe('renewing the session', () => {
  it('asks the server once when two tabs and four calls meet a refused token', async () => {
    const shared = device();
    const renew = vi.fn(async () => ({ access: 'access-2', refresh: 'refresh-2' }));
    const tabs = [tab(shared, renew), tab(shared, renew)];
    const outcomes = await Promise.all([...tabs, ...tabs].map(({ tokens }) => tokens.refresh('access-1')));
    expect(outcomes).toEqual(['refreshed', 'refreshed', 'refreshed', 'refreshed']);
    expect(renew).toHaveBeenCalledExactlyOnceWith('refresh-1');
    expect(tabs.map(({ tokens }) => tokens.access())).toEqual(['access-2', 'access-2']);
    expect(shared.storage.getItem(sessionKeys.refreshToken)).toBe('refresh-2');
  });

  it('renews a missing access token like one that ran out', async () => {
    const shared = device();
    shared.storage.removeItem(sessionKeys.accessToken);
    const renew = vi.fn(async () => ({ access: 'access-2', refresh: 'refresh-2' }));
    const [one, two] = [tab(shared, renew), tab(shared, renew)];
    const outcomes = await Promise.all([one.tokens.refresh(null), two.tokens.refresh(null)]);
    expect(outcomes).toEqual(['refreshed', 'refreshed']);
    expect(renew).toHaveBeenCalledExactlyOnceWith('refresh-1');
    expect(one.tokens.access()).toBe('access-2');
    expect(one.onRefused).not.toHaveBeenCalled();
  });

  it('ends a session without an access token when the server refuses to renew it', async () => {
    const shared = device();
    shared.storage.removeItem(sessionKeys.accessToken);
    const { tokens, onRefused } = tab(shared, () =>
      Promise.reject(refusal(identityProblems.refresh_refused)),
    );
    expect(await tokens.refresh(null)).toBe('refused');
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  it('ends the session when the server refuses, and says so once', async () => {
    const shared = device();
    const renew = vi.fn(() => Promise.reject(refusal(identityProblems.refresh_refused)));
    const [one, two] = [tab(shared, renew), tab(shared, renew)];
    one.onRefused.mockImplementation(() => clearSession(shared.storage));
    const outcomes = await Promise.all([one.tokens.refresh('access-1'), two.tokens.refresh('access-1')]);
    expect(outcomes).toEqual(['refused', 'refused']);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(one.onRefused).toHaveBeenCalledTimes(1);
    expect(two.onRefused).not.toHaveBeenCalled();
  });

  it.each([
    ['no network', new NoNetworkError('gone', false)],
    ['a busy server', refusal(requestProblems.too_many)],
    ['a broken server', refusal(requestProblems.internal)],
    ['a server that is away', refusal(requestProblems.unavailable)],
  ])('keeps the session through %s', async (_, error) => {
    const shared = device();
    const { tokens, onRefused } = tab(shared, () => Promise.reject(error));
    expect(await tokens.refresh('access-1')).toBe('no_network');
    expect(onRefused).not.toHaveBeenCalled();
    expect(tokens.access()).toBe('access-1');
  });

  it('asks a school that does not answer less and less often, however many calls need a token', async () => {
    const renew = vi.fn(() => Promise.reject(new NoNetworkError('gone', false)));
    const { tokens, pass } = tab(device(), renew);
    async function twoMinutes() {
      for (let second = 0; second < 120; second += 1) {
        expect(await tokens.refresh('access-1')).toBe('no_network');
        pass(1000);
      }
    }
    await twoMinutes();
    expect(renew.mock.calls.length).toBeLessThanOrEqual(10);
    renew.mockClear();
    await twoMinutes();
    expect(renew.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it('asks at once when the network is back, and after a pause without a word of that', async () => {
    let isThere = false;
    const renew = vi.fn(() =>
      isThere
        ? Promise.resolve({ access: 'access-2', refresh: 'refresh-2' })
        : Promise.reject(new NoNetworkError('gone', false)),
    );
    for (const isTold of [true, false]) {
      isThere = false;
      const { tokens, pass } = tab(device(), renew);
      for (let tries = 0; tries < 20; tries += 1) {
        await tokens.refresh('access-1');
        pass(5000);
      }
      await tokens.refresh('access-1');
      isThere = true;
      if (isTold) tokens.wake();
      else pass(30_000);
      expect(await tokens.refresh('access-1')).toBe('refreshed');
    }
  });

  it('waits as long as a busy server asks', async () => {
    const { code, status, error } = requestProblems.too_many;
    const busy = new ApiProblem(status, { code, error, errors: {}, request_id: 'r' }, 120);
    const renew = vi.fn(() => Promise.reject(busy));
    const { tokens, pass } = tab(device(), renew);
    await tokens.refresh('access-1');
    pass(119_000);
    await tokens.refresh('access-1');
    expect(renew).toHaveBeenCalledTimes(1);
    pass(1000);
    await tokens.refresh('access-1');
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('gives nobody the tokens of a person who signed out meanwhile', async () => {
    const shared = device();
    const { tokens } = tab(shared, async () => {
      clearSession(shared.storage);
      return { access: 'access-2', refresh: 'refresh-2' };
    });
    expect(await tokens.refresh('access-1')).toBe('refused');
    expect(tokens.access()).toBeNull();
    expect(shared.storage.getItem(sessionKeys.refreshToken)).toBeNull();
  });

  it('leaves the tokens of the next person alone', async () => {
    const shared = device();
    const { tokens, onRefused } = tab(shared, async () => {
      shared.storage.setItem(sessionKeys.accessToken, 'next-access');
      shared.storage.setItem(sessionKeys.refreshToken, 'next-refresh');
      throw refusal(identityProblems.refresh_refused);
    });
    expect(await tokens.refresh('access-1')).toBe('refused');
    expect(onRefused).not.toHaveBeenCalled();
    expect(tokens.access()).toBe('next-access');
  });

  it('asks nobody where nobody is signed in', async () => {
    const shared = device();
    clearSession(shared.storage);
    const renew = vi.fn(async () => ({ access: 'a', refresh: 'r' }));
    expect(await tab(shared, renew).tokens.refresh('access-1')).toBe('refused');
    expect(renew).not.toHaveBeenCalled();
  });
});

describe('the tokens of one person', () => {
  const rosa = { ...nobody, id: '01985b4e-0000-7000-8000-000000000001' };
  const sami = { ...nobody, id: '01985b4e-0000-7000-8000-000000000002' };

  it('are there while that person is signed in, and gone when another is', () => {
    const { storage, runAlone } = device();
    const { tokens } = tab({ storage, runAlone }, () => Promise.reject(new NoNetworkError('gone', false)));
    const ofRosa = tokensOf(rosa.id, tokens, storage);
    writeSession(storage, { access: 'a', refresh: 'b', user: rosa }, false);
    expect(ofRosa.access()).toBe('a');
    writeSession(storage, { access: 'c', refresh: 'd', user: sami }, false);
    expect(ofRosa.access()).toBeNull();
    expect(tokens.access()).toBe('c');
  });

  it('are not renewed into those of another', async () => {
    const { storage, runAlone } = device();
    const { tokens } = tab({ storage, runAlone }, () => Promise.reject(new NoNetworkError('gone', false)));
    writeSession(storage, { access: 'c', refresh: 'd', user: sami }, false);
    expect(await tokensOf(rosa.id, tokens, storage).refresh('a')).toBe('refused');
  });
});

describe('a session that began without a network', () => {
  const rosa: User = { ...nobody, id: '01985b4e-0000-7000-8000-000000000001', role: 'student' };
  const sami: User = { ...nobody, id: '01985b4e-0000-7000-8000-000000000002', role: 'student' };
  const session = { access: 'access-1', refresh: 'refresh-1', user: { ...rosa, last_name: 'Alvarez' } };
  const neverRenewed = () => Promise.reject(new Error('There is nothing to renew'));

  function offlineDevice() {
    const shared = { storage: memoryStorage(), runAlone: runAloneAcrossTabs(undefined, 'any') };
    writeOfflineSession(shared.storage, rosa, 'first');
    return shared;
  }

  it('is somebody’s, without a token', () => {
    const { storage } = offlineDevice();
    expect(readUser(storage)).toEqual(rosa);
    expect(storage.getItem(sessionKeys.accessToken)).toBeNull();
    expect(storage.getItem(sessionKeys.remember)).toBeNull();
  });

  it('gets its tokens with one exchange for all tabs, and is renewed as ever from then on', async () => {
    const shared = offlineDevice();
    const exchange = vi.fn(async () => session);
    const renew = async () => ({ access: 'access-2', refresh: 'refresh-2' });
    const [one, two] = [tab(shared, renew, exchange), tab(shared, renew, exchange)];
    const outcomes = await Promise.all([one, two, one].map(({ tokens }) => tokens.refresh(null)));
    expect(outcomes).toEqual(['refreshed', 'refreshed', 'refreshed']);
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(two.tokens.access()).toBe('access-1');
    expect(one.offline.onExchanged).toHaveBeenCalledExactlyOnceWith(session.user);
    expect(await two.tokens.refresh('access-1')).toBe('refreshed');
    expect(one.tokens.access()).toBe('access-2');
  });

  it.each([
    ['no network', new NoNetworkError('gone', false)],
    ['too many tries at school', refusal(requestProblems.too_many)],
    ['a broken server', refusal(requestProblems.internal)],
    ['storage that fails for once', new Error('The database is gone')],
  ])('lasts through %s', async (_, error) => {
    const shared = offlineDevice();
    const { tokens, offline } = tab(shared, neverRenewed, () => Promise.reject(error));
    expect(await tokens.refresh(null)).toBe('no_network');
    expect(offline.onNotLetIn).not.toHaveBeenCalled();
    expect(readUser(shared.storage)).toEqual(rosa);
  });

  it('signs in at an absent school a few times a minute at most', async () => {
    const exchange = vi.fn(() => Promise.reject(new NoNetworkError('gone', false)));
    const { tokens, pass } = tab(offlineDevice(), neverRenewed, exchange);
    for (let tries = 0; tries < 600; tries += 1) {
      await tokens.refresh(null);
      pass(500);
    }
    expect(exchange.mock.calls.length).toBeLessThanOrEqual(18);
  });

  it('ends where the school does not let the child in, and says so once', async () => {
    const shared = offlineDevice();
    const exchange = vi.fn(async () => null);
    const [one, two] = [tab(shared, neverRenewed, exchange), tab(shared, neverRenewed, exchange)];
    one.offline.onNotLetIn.mockImplementation(() => clearSession(shared.storage));
    const outcomes = await Promise.all([one.tokens.refresh(null), two.tokens.refresh(null)]);
    expect(outcomes).toEqual(['refused', 'refused']);
    expect(exchange).toHaveBeenCalledTimes(1);
    expect(two.offline.onNotLetIn).not.toHaveBeenCalled();
    expect(one.onRefused).not.toHaveBeenCalled();
  });

  it('gives its tokens to nobody where the child has left meanwhile', async () => {
    const shared = offlineDevice();
    const { tokens, offline } = tab(shared, neverRenewed, async () => {
      clearSession(shared.storage);
      return session;
    });
    expect(await tokens.refresh(null)).toBe('refused');
    expect(tokens.access()).toBeNull();
    expect(offline.discard).toHaveBeenCalledExactlyOnceWith(session);
    expect(offline.onExchanged).not.toHaveBeenCalled();
  });

  it.each([
    ['another child', sami],
    ['the same child once more', rosa],
  ])('gives its tokens to nobody where %s has come meanwhile', async (_, next) => {
    const shared = offlineDevice();
    const { tokens, offline } = tab(shared, neverRenewed, async () => {
      writeOfflineSession(shared.storage, next, 'second');
      return session;
    });
    expect(await tokens.refresh(null)).toBe('no_network');
    expect(readUser(shared.storage)).toEqual(next);
    expect(tokens.access()).toBeNull();
    expect(offline.discard).toHaveBeenCalledTimes(1);
  });

  it('is not ended by a refusal that was meant for the child before', async () => {
    const shared = offlineDevice();
    const { tokens, offline } = tab(shared, neverRenewed, async () => {
      writeOfflineSession(shared.storage, sami, 'second');
      return null;
    });
    expect(await tokens.refresh(null)).toBe('no_network');
    expect(offline.onNotLetIn).not.toHaveBeenCalled();
    expect(readUser(shared.storage)).toEqual(sami);
  });

  it('is exchanged for what acts for this child alone', async () => {
    const shared = offlineDevice();
    const exchange = vi.fn(async () => session);
    const { tokens } = tab(shared, neverRenewed, exchange);
    expect(await tokensOf(sami.id, tokens, shared.storage).refresh(null)).toBe('refused');
    expect(exchange).not.toHaveBeenCalled();
    expect(await tokensOf(rosa.id, tokens, shared.storage).refresh(null)).toBe('refreshed');
    expect(tokensOf(rosa.id, tokens, shared.storage).access()).toBe('access-1');
  });

  it('is over when somebody signs in with a network', () => {
    const { storage } = offlineDevice();
    writeSession(storage, { access: 'a', refresh: 'b', user: sami }, false);
    expect(storage.getItem(sessionKeys.offlineSession)).toBeNull();
    expect(readUser(storage)).toEqual(sami);
  });

  it('asks nobody where nobody is signed in', async () => {
    const storage = memoryStorage();
    const { tokens, offline } = tab({ storage, runAlone: (work) => work() }, neverRenewed);
    expect(await tokens.refresh(null)).toBe('refused');
    expect(offline.exchange).not.toHaveBeenCalled();
  });
});
