import { describe, expect, it } from 'vitest';
import { hashPassword, pretendToVerify, verifyPassword } from './passwords.ts';

const known = hashPassword('Quill-demo-1');

describe('a password', () => {
  it('is kept as an argon2id hash of its own, and is known again', async () => {
    const [one, other] = await Promise.all([known, hashPassword('Quill-demo-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
    expect(one).not.toBe(other);
    expect(one).not.toContain('Quill-demo-1');
    expect(await verifyPassword(one, 'Quill-demo-1')).toBe(true);
  });

  it.each(['quill-demo-1', 'Quill-demo-1 ', 'Quill-demo-', '', '\u0000'])('is not %j', async (typed) => {
    expect(await verifyPassword(await known, typed)).toBe(false);
  });

  it('may have any letters', async () => {
    const password = 'пароль-пчела-\u{1F41D}';
    expect(await verifyPassword(await hashPassword(password), password)).toBe(true);
  });

  it('of nobody is never right', async () => {
    expect(await pretendToVerify('nobody has this password')).toBe(false);
  });
});
