import { uuidv7 } from 'uuidv7';
import type { ChampionKind } from '#contract/kit/roles.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { refuseTaken } from './invitations.service.ts';
import * as repository from './members.repository.ts';

/** Accounts of champions on the platform's own site. `server/modules.ts` hands it to the module that grants their rights. */
export interface ChampionAccounts {
  /** Until the transaction ends nobody else gets an address. */
  lock: typeof repository.lockMembers;
  findByEmail: typeof repository.findByEmail;
  hasPassword: typeof repository.hasPassword;
  /** @throws Problem `members.email_taken`, at the field */
  refuseTaken: typeof refuseTaken;
  /** Without a password. Answers the id. */
  add(
    transaction: TenantTransaction,
    person: { tenant_id: string; role: ChampionKind; first_name: string; last_name: string; email: string },
    now: Date,
  ): Promise<string>;
  changeRole(
    transaction: TenantTransaction,
    person: { tenant_id: string; id: string; role: ChampionKind },
    now: Date,
  ): Promise<void>;
}

export const championAccounts: ChampionAccounts = {
  lock: repository.lockMembers,
  findByEmail: repository.findByEmail,
  hasPassword: repository.hasPassword,
  refuseTaken,

  async add(transaction, person, now) {
    const id = uuidv7();
    const made = { id, country: null, avatar: null, date_joined: now, updated_at: now };
    await repository.insertMember(transaction, { ...person, ...made });
    return id;
  },

  async changeRole(transaction, { tenant_id, id, role }, now) {
    await repository.updateMember(transaction, tenant_id, id, { role }, now);
  },
};
