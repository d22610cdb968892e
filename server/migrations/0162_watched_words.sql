-- Words that the platform looks for in what strangers may read. See docs/decisions/0150.

create table watched_words (
  id uuid primary key,
  words text not null check (length(words) between 1 and 60),
  -- As texts are searched: contract/monitoring/watched-words.rules.ts.
  folded text not null unique check (folded <> ''),
  added_at timestamptz not null,
  -- Somebody of the platform's own tenant.
  added_by uuid not null
);
alter table watched_words enable row level security;
alter table watched_words force row level security;
-- Looked for in the school's own transaction.
create policy watched_words_everybody on watched_words for select to quillshelf_app using (true);
create policy watched_words_new on watched_words for insert to quillshelf_app with check (app_is_platform());
create policy watched_words_removed on watched_words for delete to quillshelf_app using (app_is_platform());
grant select, insert, delete on watched_words to quillshelf_app;

-- Asks one question of each of these tenants, each in its own scope: a list over schools is one round, and no query sees two of them. The
-- question is the caller's own statement with the tenant as $1 and the ids of rows as $2; it has no more rights than the caller.
create function ask_in_tenants(question text, tenants uuid[], ids uuid[]) returns table (tenant_id uuid, answer jsonb)
language plpgsql as $$
declare
  tenant_before constant text := coalesce(current_setting('app.tenant_id', true), '');
  scope_before constant text := coalesce(current_setting('app.scope', true), '');
begin
  perform set_config('app.scope', '', true);
  foreach tenant_id in array tenants loop
    perform set_config('app.tenant_id', tenant_id::text, true);
    for answer in execute format('select to_jsonb(each) from (%s) as each', question) using tenant_id, ids loop
      return next;
    end loop;
  end loop;
  perform set_config('app.tenant_id', tenant_before, true), set_config('app.scope', scope_before, true);
end $$;
