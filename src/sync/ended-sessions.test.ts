import { expect, it } from 'vitest';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { withDeviceDatabase } from './device-database.ts';
import { hasSessionEnded, noteEndedSession } from './ended-sessions.ts';

it('a session that ended is known as such, over restarts, and no other is', async () => {
  const device = new TestDevice();
  const time = new TestTime();
  const { environment } = openTab(device, time);
  expect(await hasSessionEnded(environment, 'first')).toBe(false);
  await noteEndedSession(environment, 'first');
  await Promise.all(['second', 'first'].map((name) => noteEndedSession(environment, name)));
  const later = openTab(device, time).environment;
  expect(await Promise.all(['first', 'second', 'third'].map((name) => hasSessionEnded(later, name)))).toEqual(
    [true, true, false],
  );
});

it('the sessions of long ago make room for those of now, and what makes no sense for all', async () => {
  const { environment } = openTab(new TestDevice(), new TestTime());
  await withDeviceDatabase(environment, (device) => device.writeFact('ended_sessions', 'nonsense'));
  for (let count = 0; count < 60; count += 1) await noteEndedSession(environment, `session ${count}`);
  expect(await hasSessionEnded(environment, 'session 9')).toBe(false);
  expect(await hasSessionEnded(environment, 'session 10')).toBe(true);
  expect(await hasSessionEnded(environment, 'session 59')).toBe(true);
});
