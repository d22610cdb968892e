-- The platform sells for all schools, so its scope reads what they ordered, paid and got back. It writes none of it: that is
-- done in one school at a time. See docs/decisions/0088.
create policy orders_platform on orders for select to quillshelf_app using (app_is_platform());
create policy payments_platform on payments for select to quillshelf_app using (app_is_platform());
create policy findings_platform on findings for select to quillshelf_app using (app_is_platform());
create index orders_by_number on orders (number);
create index orders_of_email on orders (lower(buyer_email)) where buyer_email is not null;
create index orders_latest on orders (placed_at desc, id desc);
create index payments_latest on payments (begun_at desc, id desc);
create index findings_open on findings (found_at) where closed_at is null;

-- Whoever closes a finding is staff of the platform, not of the school. By name, as the list shows it.
alter table findings add column closed_by_name text not null default '';

-- Schools that took payments before the daily look at the books.
insert into tasks (tenant_id, id, kind, subject, due_at, dated_at)
  select tenant_id, gen_random_uuid(), 'payments.reconcile', 'daily', now(), now()
  from (select distinct tenant_id from payments) as paying;
