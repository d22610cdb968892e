-- Sales of all schools for who sells, and Book Sales in time on any page. See docs/decisions/0096.

-- When its order was paid, so that sales are counted and passed over by an index alone.
alter table order_lines add column paid_at timestamptz;
update order_lines as line set paid_at = made.paid_at from orders as made
  where made.tenant_id = line.tenant_id and made.id = line.order_id and made.paid_at is not null;
create index order_lines_sold on order_lines (tenant_id, paid_at desc, order_id, place)
  include (id, fulfilment, cause_id) where paid_at is not null and kind <> 'plan';
create index order_lines_sold_by_all on order_lines (paid_at desc, order_id, place)
  include (tenant_id, id, cause_id) where paid_at is not null and kind <> 'plan';

-- The platform reads what was sold and whose the money is, as it reads orders (0081). It writes none of it in its own scope.
create policy order_lines_platform on order_lines for select to quillshelf_app using ((select app_is_platform()));
-- The same rule as before, asked once a statement: with a second policy beside it, it would be asked for each of 100,000 lines.
alter policy order_lines_own on order_lines
  using (tenant_id = (select app_tenant_id())) with check (tenant_id = app_tenant_id());
create policy order_shares_platform on order_shares for select to quillshelf_app using (app_is_platform());
