import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  payout_parts: { rights: ['select', 'insert', 'update'], isKeptForGood: true },
};

export const after = ['causes'];

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with payout as (
        insert into payouts (id, cause_id, school_id, up_to, currency, is_test, state, sent_on, made_by, made_at)
        select gen_random_uuid(), case each.to_cause when true then cause.id end, case each.to_cause when false then $1::uuid end,
          '2026-11-26', 'EUR', true, each.state, case each.state when 'sent' then '2026-11-26'::date end, 'Ada', now()
        from causes as cause, (values (true, 'prepared'), (true, 'sent'), (false, 'sent')) as each (to_cause, state)
        where cause.owner_id = $1 and cause.state = 'open' returning *
      )
     insert into payout_parts (tenant_id, payout_id, cause_id, currency, is_test, made_at)
     select $1, id, cause_id, 'EUR', true, now() from payout where cause_id is not null`,
    [id],
  );
}
