import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher, hashPassword, shippedCost } from './passwords.ts';

const { hash, verify, pretendToVerify } = createPasswordHasher();

const known = hash('Quill-demo-1');

describe('a password', () => {
  it('is kept as an argon2id hash of its own, and is known again', async () => {
    const [one, other] = await Promise.all([known, hash('Quill-demo-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
    expect(one).not.toBe(other);
    expect(one).not.toContain('Quill-demo-1');
    expect(await verify(one, 'Quill-demo-1')).toBe(true);
  });

  it.each(['quill-demo-1', 'Quill-demo-1 ', 'Quill-demo-', '', '\u0000'])('is not %j', async (typed) => {
    expect(await verify(await known, typed)).toBe(false);
  });

  it('may have any letters', async () => {
    const password = 'пароль-пчела-\u{1F41D}';
    expect(await verify(await hash(password), password)).toBe(true);
  });

  it('costs what we ship in every program: only createApp takes another cost, and only tests hand one in', () => {
    const named = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|mjs)$/u.test(file) && !file.includes('.test.'))
      .filter((file) => readFileSync(path.join('server', file), 'utf8').includes('passwordCost'));
    expect(named.toSorted()).toEqual(['wiring/app-options.ts', 'wiring/platform.ts']);
  });

  it('costs what we ship unless the environment names another cost', async () => {
    expect(shippedCost).toEqual({ memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
    expect(await hashPassword('Quill-demo-1')).toContain('$m=19456,t=2,p=1$');
    const cheap = createPasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });
    const hashed = await cheap.hash('Quill-demo-1');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/u);
    expect(await cheap.verify(hashed, 'Quill-demo-1')).toBe(true);
    expect(await cheap.verify(hashed, 'quill-demo-1')).toBe(false);
    expect(await cheap.pretendToVerify('nobody has this password')).toBe(false);
  });

  it('of nobody is never right', async () => {
    expect(await pretendToVerify('nobody has this password')).toBe(false);
  });
});
