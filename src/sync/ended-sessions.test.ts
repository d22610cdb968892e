import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTab, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { problem } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError, type ApiClient } from './api-client.ts';
import { withDeviceDatabase } from './device-database.ts';
import { endNotedSessions, forgetSessionToEnd, hasSessionEnded, noteEndedSession } from './ended-sessions.ts';
import { OthersDrain } from './others-drain.ts';

const named = (name: string) => ({ name, refresh: null });

it('a session that ended is known as such, over restarts, and no other is', async () => {
  const device = new TestDevice();
  const time = new TestTime();
  const { environment } = openTab(device, time);
  expect(await hasSessionEnded(environment, 'first')).toBe(false);
  await noteEndedSession(environment, named('first'));
  await Promise.all(['second', 'first'].map((name) => noteEndedSession(environment, named(name))));
  const later = openTab(device, time).environment;
  expect(await Promise.all(['first', 'second', 'third'].map((name) => hasSessionEnded(later, name)))).toEqual(
    [true, true, false],
  );
});

it('the sessions of long ago make room for those of now, and what makes no sense for all', async () => {
  const { environment } = openTab(new TestDevice(), new TestTime());
  await withDeviceDatabase(environment, (device) => device.writeFact('ended_sessions', 'nonsense'));
  for (let count = 0; count < 60; count += 1) await noteEndedSession(environment, named(`session ${count}`));
  expect(await hasSessionEnded(environment, 'session 9')).toBe(false);
  expect(await hasSessionEnded(environment, 'session 10')).toBe(true);
  expect(await hasSessionEnded(environment, 'session 59')).toBe(true);
});

describe('a session that ended where the school could not be reached', () => {
  const refresh = 'the-refresh-token-of-zoe';
  const refresh_hash = createHash('sha256').update(refresh).digest('hex');
  const noNetwork = () => new NoNetworkError('cut', false);

  let device: TestDevice;
  let time: TestTime;
  let asked: unknown[];
  let answers: (Error | null)[];
  let opened: OthersDrain[];
  const failures: unknown[] = [];

  const school: ApiClient = {
    call: async ({ name, roles }, input) => {
      expect({ name, roles }).toEqual({ name: 'identity.signOut', roles: 'anyone' });
      asked.push((input as { body: unknown }).body);
      const answer = answers.shift() ?? null;
      if (answer) throw answer;
      return {} as never;
    },
  };

  beforeEach(() => {
    device = new TestDevice();
    time = new TestTime();
    asked = [];
    answers = [];
    opened = [];
  });

  afterEach(() => {
    for (const each of opened) each.close();
    expect(failures.splice(0)).toEqual([]);
  });

  const tab = () => openTab(device, time).environment;
  const noted = () => withDeviceDatabase(tab(), (facts) => facts.factNames('session_to_end '));

  function drain(signedIn: string | null = null): OthersDrain {
    const others = new OthersDrain({
      environment: tab(),
      api: school,
      apiWith: () => school,
      signedIn,
      onFailure: (error) => failures.push(error),
    });
    opened.push(others);
    return others;
  }

  it('is noted by the hash of its token, and the token lies nowhere', async () => {
    await noteEndedSession(tab(), { name: 'first', refresh });
    expect(await noted()).toEqual([`session_to_end ${refresh_hash}`]);
    const stored = await withDeviceDatabase(tab(), async (facts) => {
      const names = await facts.factNames('');
      return await Promise.all(names.map(async (name) => [name, await facts.readFact(name)]));
    });
    expect(JSON.stringify(stored)).not.toContain(refresh);
    expect(await hasSessionEnded(tab(), 'first')).toBe(true);
  });

  it('is ended by the next start of the app, with nobody signed in, once the network is back', async () => {
    await noteEndedSession(tab(), { name: 'first', refresh });
    answers = [noNetwork(), noNetwork(), problem(503, 'request.failed')];
    drain().start();
    await settled();
    expect(asked).toHaveLength(1);
    expect(await noted()).toHaveLength(1);
    await time.advance(10 * 60_000);
    expect(asked).toEqual(Array.from({ length: 4 }, () => ({ refresh_hash })));
    expect(await noted()).toEqual([]);
  });

  it('is ended while somebody else is signed in', async () => {
    await noteEndedSession(tab(), { name: null, refresh });
    drain('01900000-0000-7000-8000-000000000099').start();
    await settled();
    expect(asked).toEqual([{ refresh_hash }]);
  });

  it('is ended by the worker where no window is open, and the worker comes again where it could not', async () => {
    await noteEndedSession(tab(), { name: 'first', refresh });
    answers = [noNetwork()];
    expect(await drain().drainOnce()).toBe(false);
    expect(await drain().drainOnce()).toBe(true);
    expect(asked).toHaveLength(2);
    expect(await noted()).toEqual([]);
  });

  it('is one of several, of which none holds up another for good', async () => {
    for (const token of ['one', 'two', 'three'])
      await noteEndedSession(tab(), { name: token, refresh: token });
    answers = [problem(400, 'request.invalid')];
    await endNotedSessions(tab(), school);
    expect(asked).toHaveLength(3);
    expect(await noted()).toEqual([]);
  });

  it('is not asked for again once the school has heard of it', async () => {
    await noteEndedSession(tab(), { name: 'first', refresh });
    await noteEndedSession(tab(), { name: 'second', refresh: 'another' });
    await forgetSessionToEnd(tab(), refresh);
    await endNotedSessions(tab(), school);
    expect(asked).toHaveLength(1);
    expect(asked).not.toContainEqual({ refresh_hash });
  });
});
