import { describe, expect, it } from 'vitest';
import { SecretKey } from '#server/platform/secret-key.ts';
import { letterIn, returnAddress } from './return-address.ts';

describe('an address that a letter is returned to', () => {
  const key = new SecretKey(Buffer.alloc(32, 1));
  const id = '0192f3a4-0000-7000-8000-000000000001';

  it('says which letter it was, in capitals too, to whoever has the key', () => {
    const address = returnAddress(key, id, 'quillshelf.test');
    for (const text of [address, address.toUpperCase(), `x\nTo: <${address}>, b@c.test`])
      expect(letterIn(key, text)).toBe(id);
    expect(letterIn(new SecretKey(Buffer.alloc(32, 2)), address)).toBeNull();
  });

  it('is found behind others that nobody signed', () => {
    const address = returnAddress(key, id, 'quillshelf.test');
    const forged = address.replace(/\.[0-9a-f]+@/u, `.${'0'.repeat(20)}@`);
    expect(letterIn(key, forged)).toBeNull();
    expect(letterIn(key, `${forged} ${address}`)).toBe(id);
  });
});
