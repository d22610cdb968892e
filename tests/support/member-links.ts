import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { product } from '#contract/kit/product.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';

const hash = (token: string) => createHash('sha256').update(token).digest();
const newToken = () => randomBytes(32).toString('base64url');
const day = 24 * 60 * 60 * 1000;

/** Invitations for teachers, sent an hour ago, each with the token of its link. */
export async function makeInvitations(
  { testDatabase, clock }: ApiWorld,
  { tenant, schoolAdmin }: Pick<TestSchool, 'tenant' | 'schoolAdmin'>,
  count: number,
): Promise<{ id: string; token: string; email: string }[]> {
  const sent = new Date(clock.now().getTime() - day / 24);
  const made = Array.from({ length: count }, () => {
    const id = randomUUID();
    return { id, token: newToken(), email: `${id}@${product.slug}.test` };
  });
  for (const { id, token, email } of made) {
    await testDatabase.administrator.query(
      `insert into invitations
         (tenant_id, id, kind, email, role, token_hash, invited_by, created_at, sent_at, expires_at)
       values ($1, $2, 'join', $3, 'teacher', $4, $5, $6, $6, $7)`,
      [tenant.id, id, email, hash(token), schoolAdmin.id, sent, new Date(sent.getTime() + 14 * day)],
    );
  }
  return made;
}

/** Letters that carried invitations an hour ago. */
export async function makeLetters(world: ApiWorld, school: TestSchool, count: number): Promise<string[]> {
  const sent = new Date(world.clock.now().getTime() - day / 24);
  const ids: string[] = [];
  for (const { id, email } of await makeInvitations(world, school, count)) {
    const letter = randomUUID();
    ids.push(letter);
    await world.testDatabase.administrator.query(
      `insert into email_messages
         (tenant_id, id, kind, to_address, to_name, subject, subject_id, state, created_at, finished_at)
       values ($1, $2, 'members.invitation', $3, 'Ana', 'Come', $4, 'sent', $5, $5)`,
      [school.tenant.id, letter, email, id, sent],
    );
  }
  return ids;
}

/** What the link to the old address carries, where `token` confirms the new one. */
export const stopTokenOf = (token: string) => [...token].toReversed().join('');

/** Tokens of links that confirm a new e-mail address; each of a teacher of its own. */
export async function makeEmailLinks(
  { testDatabase, clock }: ApiWorld,
  { tenant, schoolAdmin }: Pick<TestSchool, 'tenant' | 'schoolAdmin'>,
  count: number,
): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken);
  for (const token of tokens) {
    const id = randomUUID();
    await testDatabase.administrator.query(
      `insert into users (tenant_id, id, role, first_name, last_name, email)
       values ($1, $2, 'teacher', 'Moved', 'Teacher', $3)`,
      [tenant.id, id, `${id}@${product.slug}.test`],
    );
    await testDatabase.administrator.query(
      `insert into email_changes
         (tenant_id, id, user_id, email, token_hash, asked_by, asked_at, expires_at, old_email, stop_hash)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tenant.id,
        id,
        `new-${id}@${product.slug}.test`,
        hash(token),
        schoolAdmin.id,
        clock.now(),
        new Date(clock.now().getTime() + day),
        `${id}@${product.slug}.test`,
        hash(stopTokenOf(token)),
      ],
    );
  }
  return tokens;
}
