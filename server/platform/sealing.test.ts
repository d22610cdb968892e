import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, unseal } from './sealing.ts';

describe('a sealed value', () => {
  const key = randomBytes(32);
  const plain = Buffer.from('sunny-otter-42');

  it('opens with its key in its place, and looks different every time', () => {
    const sealed = seal(key, plain, 'password a b');
    expect(unseal(key, sealed, 'password a b')).toEqual(plain);
    expect(seal(key, plain, 'password a b')).not.toEqual(sealed);
    expect(sealed.includes(plain)).toBe(false);
  });

  it('does not open with another key, in another place, or with a bit changed', () => {
    const sealed = seal(key, plain, 'password a b');
    expect(() => unseal(randomBytes(32), sealed, 'password a b')).toThrow(/./u);
    expect(() => unseal(key, sealed, 'password a c')).toThrow(/./u);
    for (const place of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => unseal(key, changed, 'password a b')).toThrow(/./u);
    }
  });
});
