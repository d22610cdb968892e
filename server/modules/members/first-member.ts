import { uuidv7 } from 'uuidv7';
import type { MemberRole } from '#contract/members/members.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { insertMember } from './members.repository.ts';

/** Makes the account of who is going to run a new tenant, without a password. Answers its id. */
export type FirstMember = (
  transaction: TenantTransaction,
  person: { tenant_id: string; role: MemberRole; first_name: string; last_name: string; email: string },
  now: Date,
) => Promise<string>;

export const addFirstMember: FirstMember = async (transaction, person, now) => {
  const id = uuidv7();
  await insertMember(transaction, {
    ...person,
    id,
    country: null,
    avatar: null,
    date_joined: now,
    updated_at: now,
  });
  return id;
};
