import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { openTicket, reseal, seal, sealTicket, unseal } from './sealing.ts';
import { SecretKey } from './secret-key.ts';

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

describe('what the installation sealed', () => {
  const [old, anew] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const by = (first: Buffer, ...others: Buffer[]) => new SecretKey(first, ...others).sealing('test');
  const plain = Buffer.from('sunny-otter-42');

  it('opens with every ring that has its key, whichever comes first', () => {
    for (const sealing of [by(old), by(old, anew), by(anew, old)]) {
      const sealed = seal(sealing, plain, 'here');
      expect(unseal(by(anew, old), sealed, 'here')).toEqual(plain);
      expect(unseal(by(old, anew), sealed, 'here')).toEqual(plain);
      expect(() => unseal(by(anew, old), sealed, 'there')).toThrow(/./u);
      expect(() => unseal(by(Buffer.alloc(32, 3)), sealed, 'here')).toThrow(/./u);
    }
  });

  it('carries the number of its key from the second key on', () => {
    const alone = seal(by(old), plain, 'here');
    expect(unseal(new SecretKey(old).derive('test'), alone, 'here')).toEqual(plain);
    const [one, other] = [seal(by(anew, old), plain, 'here'), seal(by(anew, old), plain, 'here')];
    expect(one.subarray(0, 4)).toEqual(other.subarray(0, 4));
    expect(one.subarray(0, 4)).not.toEqual(seal(by(old, anew), plain, 'here').subarray(0, 4));
  });

  it('is sealed anew once, and opens without the key from before then', () => {
    const sealed = seal(by(old), plain, 'here');
    const again = reseal(by(anew, old), sealed, 'here');
    expect(again && unseal(by(anew), again, 'here')).toEqual(plain);
    expect(again && reseal(by(anew, old), again, 'here')).toBeNull();
    expect(again && reseal(by(anew), again, 'here')).toBeNull();
    expect(() => reseal(by(anew), sealed, 'here')).toThrow(/./u);
  });
});

describe('a ticket', () => {
  const key = randomBytes(32);
  const Facts = v.object({ name: v.string() });
  const now = new Date('2026-11-26T10:00:00Z');
  const until = new Date(now.getTime() + 1000);
  const { ticket, expires_at } = sealTicket(key, { name: 'Ada' }, { context: 'here', until });
  const open = (
    more: { ticket?: string; context?: string; now?: Date } = {},
    schema: v.GenericSchema = Facts,
  ) => openTicket(schema, key, { ticket, context: 'here', now, ...more });

  it('opens in its place until its end', () => {
    expect(expires_at).toBe(until.toISOString());
    expect(open()).toEqual({ name: 'Ada' });
    expect(open({ now: until })).toBeNull();
  });

  it('is none in another place, changed, cut off, or of another form', () => {
    expect(open({ context: 'there' })).toBeNull();
    expect(open({ ticket: (ticket.startsWith('A') ? 'B' : 'A') + ticket.slice(1) })).toBeNull();
    expect(open({ ticket: '' })).toBeNull();
    expect(open({}, v.object({ age: v.number() }))).toBeNull();
  });
});
