import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  book_offer_pages: { rights: ['select', 'insert', 'update', 'delete'] },
  book_offers: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with offer as (
        insert into book_offers (tenant_id, id, name, email, ticket_hash, token_hash, asked_at, ends_at)
        values ($1, gen_random_uuid(), 'Ada', 'ada@example.org', sha256('x'), sha256('y'), now(), now()) returning *
      )
     insert into book_offer_pages (tenant_id, offer_id, sha256, media_type, width, height, content)
     select $1, id, sha256('x'), 'image/png', 1, 1, 'x' from offer`,
    [id],
  );
}
