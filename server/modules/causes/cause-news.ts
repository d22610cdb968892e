import { paths } from '#contract/kit/paths.ts';
import { product } from '#contract/kit/product.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { CauseState } from '#contract/causes/causes.schema.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import { movedLetter, submittedLetter, type Reader } from './causes.letters.ts';
import type { CauseRow } from './causes.repository.ts';

export interface Move {
  from: CauseState;
  to: CauseState;
  reason: string;
}

export type CauseNews = ReturnType<typeof createCauseNews>;

async function findTenant(transaction: TenantTransaction, tenantId: string) {
  return await transaction
    .selectFrom('tenants')
    .select(['school_name', 'subdomain', 'verified_host', 'is_platform'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
}

/** E-mails about where a cause went: to the platform what is to be checked, to its school what became of it. */
export function createCauseNews({ outbox, baseDomain }: { outbox: MailOutbox; baseDomain: string }) {
  /** Writes letters in the rows of a tenant, for its people with a role but the one who moved the cause. */
  async function post(
    { transaction, actor, now }: Pick<Call<Actor>, 'transaction' | 'actor' | 'now'>,
    { tenantId, role }: { tenantId: string; role: Role },
    letterFor: (reader: Reader) => ReturnType<typeof movedLetter>,
  ): Promise<void> {
    for (const reader of await outbox.listReaders(transaction, tenantId, [role])) {
      const letter = reader.id === actor.id ? null : letterFor(reader);
      if (letter) await outbox.add(transaction, tenantId, letter, { now });
    }
  }

  return async function tell(call: Call<Actor>, { id, name, owner_id }: CauseRow, move: Move): Promise<void> {
    const { transaction, tenant, origin, now } = call;
    // Of the platform's own causes nobody else is told.
    if (owner_id === null || origin === null) return;
    if (move.to === 'submitted') {
      const { school_name: school } = await findTenant(transaction, tenant.id);
      const platform = await elsewhere(transaction, null, () =>
        transaction.selectFrom('tenants').select('id').where('is_platform', '=', true).executeTakeFirst(),
      );
      if (!platform) return;
      const href = `${originOn(origin, baseDomain)}${paths.platform.cause({ charityId: id })}`;
      await elsewhere(transaction, platform.id, () =>
        post(call, { tenantId: platform.id, role: product.platformRole }, (reader) =>
          submittedLetter(reader, { name, school, href, now }),
        ),
      );
      return;
    }
    await elsewhere(transaction, owner_id, async () => {
      const host = hostOf(await findTenant(transaction, owner_id), baseDomain) ?? baseDomain;
      const href = `${originOn(origin, host)}${paths.school.cause({ charityId: id })}`;
      await post(call, { tenantId: owner_id, role: 'school_admin' }, (reader) =>
        movedLetter(reader, { name, href, now }, move),
      );
    });
  };
}
