import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { product } from '#contract/kit/product.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';

/** Tokens of links for a new password, as they stand in e-mail; each of a teacher of its own. */
export async function makePasswordLinks(
  { testDatabase, clock }: ApiWorld,
  { tenant }: TestSchool,
  count: number,
): Promise<string[]> {
  const { administrator } = testDatabase;
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const expires = new Date(clock.now().getTime() + 60 * 60 * 1000);
  for (const token of tokens) {
    const id = randomUUID();
    const email = `${id}@${product.slug}.test`;
    await administrator.query(
      `insert into users (tenant_id, id, role, first_name, last_name, email)
       values ($1, $2, 'teacher', 'Forgetful', 'Teacher', $3)`,
      [tenant.id, id, email],
    );
    await administrator.query(
      `insert into password_resets (tenant_id, id, email, user_id, token_hash, asked_from, asked_at, expires_at)
       values ($1, gen_random_uuid(), $2, $3, $4, '', $5, $6)`,
      [tenant.id, email, id, createHash('sha256').update(token).digest(), clock.now(), expires],
    );
  }
  return tokens;
}
