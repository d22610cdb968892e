import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';

const argon = vi.hoisted(() => ({ running: 0, most: 0, done: 0, waiting: new Set<() => void>() }));

vi.mock(import('@node-rs/argon2'), async (original) => ({
  ...(await original()),
  verify: async () => {
    await new Promise<void>((resolve) => argon.waiting.add(resolve));
    return true;
  },
  hash: async () => {
    argon.running += 1;
    argon.most = Math.max(argon.most, argon.running);
    await new Promise<void>((resolve) => argon.waiting.add(resolve));
    argon.running -= 1;
    argon.done += 1;
    return 'a hash';
  },
}));

const { createPasswordHasher } = await import('./passwords.ts');

it('a class that signs in at once is hashed a few at a time, and each in its turn', async () => {
  const hasher = createPasswordHasher();
  const all = Promise.all(Array.from({ length: 30 }, () => hasher.hash('quiet-otter-11')));
  // The hasher makes one more at once: that of nobody’s password.
  while (argon.done < 31) {
    for (const go of argon.waiting) go();
    argon.waiting.clear();
    await setImmediate();
  }
  expect(await all).toHaveLength(30);
  expect(argon.most).toBe(4);
});

it('beyond thirty-two that wait, one who signs in is asked to come again, and those who wait are served', async () => {
  const hasher = createPasswordHasher();
  const all = Array.from({ length: 60 }, () =>
    hasher.verify('a hash', 'quiet-otter-11').catch((error: unknown) => error),
  );
  const answered: unknown[] = [];
  const noted = all.map(async (each) => answered.push(await each));
  while (answered.length < all.length) {
    for (const go of argon.waiting) go();
    argon.waiting.clear();
    await setImmediate();
  }
  await Promise.all(noted);
  const refused = answered.filter((answer) => answer !== true);
  expect(refused.length).toBeGreaterThanOrEqual(60 - 32 - 4 - 1);
  expect(refused.length).toBeLessThanOrEqual(60 - 32);
  for (const problem of refused) expect(problem).toMatchObject({ code: 'request.unavailable' });
});
