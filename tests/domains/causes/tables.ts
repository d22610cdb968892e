import type { Filling } from '../../support/every-table.ts';

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with cause as (
        insert into causes (id, owner_id, state, name, slug, search_text, opened_at)
        select gen_random_uuid(), $1, state, 'One', gen_random_uuid()::text, 'one', case state when 'open' then now() end
        from unnest(array['draft', 'open']) as state returning *
      )
     insert into cause_sums (school_id, cause_id, currency, is_test, raised, copies)
     select owner_id, id, 'EUR', true, 400, 1 from cause where state = 'open'`,
    [id],
  );
}
