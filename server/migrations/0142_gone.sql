-- Only rows of a tenant go whose closing is past its date, by the program's date and by the clock of the database.

create function is_past_closing(id uuid) returns boolean language sql stable parallel safe
  as $$ select exists (
    select from closings
    where closings.tenant_id = is_past_closing.id and kept_at is null and gone_at is null
      and due_at <= now() and written_at <= now() - interval '30 days'
  ) $$;

-- Lets rows of a table go at the end of their tenant, where the program may not delete them otherwise.
create procedure let_go_at_end(table_name text) language plpgsql as $$
begin
  execute format(
    'create policy %I on %I as restrictive for delete to quillshelf_app using ((select is_past_closing(app_tenant_id())))',
    table_name || '_at_end', table_name);
  execute format('grant delete on %I to quillshelf_app', table_name);
end $$;

-- As before; and at the end of a tenant its rows go.
create or replace procedure protect_tenant_table(table_name text, privileges text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy %I on %I to quillshelf_app using (tenant_id = app_tenant_id()) with check (tenant_id = app_tenant_id())',
    table_name || '_own', table_name);
  execute format('grant %s on %I to quillshelf_app', privileges, table_name);
  if privileges !~ '\mdelete\M' then
    call let_go_at_end(table_name);
  end if;
end $$;

do $$
declare
  name text;
begin
  for name in
    select relation.relname from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid and attribute.attname = 'tenant_id'
    where relation.relkind in ('r', 'p') and relation.relnamespace = 'public'::regnamespace
      and not has_table_privilege('quillshelf_app', relation.oid, 'delete')
      -- The receipt, and what the law of money keeps (server/modules/closings/kept-tables.ts).
      and relation.relname not in (
        'closings', 'closing_counts', 'bank_transfers', 'document_series', 'documents', 'findings', 'order_lines',
        'order_shares', 'orders', 'payments', 'payout_parts', 'refund_lines', 'refunds', 'subscription_orders',
        'subscriptions', 'transfers'
      )
  loop
    call let_go_at_end(name);
  end loop;
end $$;

drop policy users_of_pending_go on users;
create policy users_of_pending_go on users as restrictive for delete to quillshelf_app
  using (is_pending_tenant(tenant_id) or (select is_past_closing(app_tenant_id())));
drop policy tenant_keys_of_pending_go on tenant_keys;
create policy tenant_keys_of_pending_go on tenant_keys as restrictive for delete to quillshelf_app
  using (is_pending_tenant(tenant_id) or (select is_past_closing(app_tenant_id())));
