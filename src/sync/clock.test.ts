import { expect, it } from 'vitest';
import { elapsed, leftOf } from './clock.ts';
import { lockRetry, PatientLock } from './patient-lock.ts';
import { openTab, TestDevice, TestTime } from '#tests/support/sync-environment.ts';

it('takes a wait to be over when the clock was set back in the middle of it', () => {
  expect(elapsed(1000, 1500)).toBe(500);
  expect(elapsed(1000, 999)).toBe(Number.POSITIVE_INFINITY);
  expect(leftOf({ since: 1000, milliseconds: 800 }, 1500)).toBe(300);
  expect(leftOf({ since: 1000, milliseconds: 800 }, 2000)).toBe(0);
  expect(leftOf({ since: 1000, milliseconds: 800 }, 500)).toBe(0);
});

it('does not wait longer for a frozen tab because the clock was set back meanwhile', async () => {
  const time = new TestTime();
  const tab = openTab(new TestDevice(), time);
  let offset = 14 * 60_000;
  tab.environment.now = () => time.now() + offset;
  const forever = new Promise<string>(() => undefined);
  void new PatientLock(tab.environment, 'maple').run(() => forever);
  const lock = new PatientLock(tab.environment, 'maple');
  expect(await lock.run(() => Promise.resolve('sent'))).toBeNull();
  offset = 0;
  await time.advance(lockRetry);
  expect(await lock.run(() => Promise.resolve('sent'))).toBe('sent');
});
