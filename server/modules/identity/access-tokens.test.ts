import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { SecretKey } from '#server/platform/secret-key.ts';
import { AccessTokens } from './access-tokens.ts';

const secretKey = new SecretKey(Buffer.alloc(32, 3));
const tokens = new AccessTokens(secretKey);
const claims = { sub: randomUUID(), tenant: randomUUID(), session: randomUUID() };
const now = new Date('2026-03-02T08:00:00.500Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('an access token', () => {
  it('says who it is for, where and in which session', async () => {
    expect(await tokens.read(await tokens.sign(claims, now), now)).toEqual(claims);
  });

  it('is good for ten minutes', async () => {
    const token = await tokens.sign(claims, now);
    expect(await tokens.read(token, later(599))).toEqual(claims);
    expect(await tokens.read(token, later(600))).toBeNull();
  });

  it('that was signed more than a minute ahead is nothing until then', async () => {
    const ahead = await tokens.sign(claims, later(61));
    expect(await tokens.read(ahead, now)).toBeNull();
    expect(await tokens.read(ahead, later(1))).toEqual(claims);
    const yearsAhead = await tokens.sign(claims, new Date('2036-03-02T08:00:00Z'));
    expect(await tokens.read(yearsAhead, now)).toBeNull();
    expect(await tokens.read(await tokens.sign(claims, later(60)), now)).toEqual(claims);
  });

  it('that does not say when it was signed is nothing', async () => {
    const token = await new SignJWT({ tenant: claims.tenant, session: claims.session })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(claims.sub)
      .setExpirationTime(later(600))
      .sign(secretKey.derive('access tokens'));
    expect(await tokens.read(token, now)).toBeNull();
  });

  it('of another key is nothing', async () => {
    const others = new AccessTokens(new SecretKey(Buffer.alloc(32, 4)));
    expect(await tokens.read(await others.sign(claims, now), now)).toBeNull();
  });

  it('signed with the secret key itself, or for another purpose, is nothing', async () => {
    for (const key of [Buffer.alloc(32, 3), secretKey.derive('refresh tokens')]) {
      const token = await new SignJWT({ tenant: claims.tenant, session: claims.session })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(claims.sub)
        .setIssuedAt(now)
        .setExpirationTime(later(600))
        .sign(key);
      expect(await tokens.read(token, now)).toBeNull();
    }
  });

  it.each([
    ['without a session', { tenant: claims.tenant }],
    ['with a tenant that is no id', { tenant: 'greenfield', session: claims.session }],
  ])('%s is nothing, whoever signed it', async (_what, payload) => {
    const token = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(claims.sub)
      .setIssuedAt(now)
      .setExpirationTime(later(600))
      .sign(secretKey.derive('access tokens'));
    expect(await tokens.read(token, now)).toBeNull();
  });

  it('with one letter changed is nothing', async () => {
    const token = await tokens.sign(claims, now);
    const [head = '', payload = '', signature = ''] = token.split('.');
    const other = signature.startsWith('A') ? 'B' : 'A';
    expect(await tokens.read(`${head}.${payload}.${other}${signature.slice(1)}`, now)).toBeNull();
    expect(await tokens.read(`${head}.${payload}.`, now)).toBeNull();
  });

  it.each(['', '.', '..', 'a.b.c', '{}', '\u0000'])('is not %j', async (text) => {
    expect(await tokens.read(text, now)).toBeNull();
  });
});
