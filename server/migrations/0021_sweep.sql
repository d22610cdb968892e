-- What is good for nothing any more is swept away once a day: each table by an index on the age of its rows.

grant delete on password_reveals to quillshelf_app;

create index password_reveals_by_age on password_reveals (tenant_id, hour);
create index password_resets_by_age on password_resets (tenant_id, asked_at);
create index refresh_tokens_by_age on refresh_tokens (tenant_id, expires_at);
create index push_grants_by_age on push_grants (tenant_id, expires_at);
create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);
create index idempotency_keys_answered on idempotency_keys (tenant_id, created_at) where answer is not null;

-- Earlier versions kept the answers to printing cards, with their badges. The calls themselves go on being answered once.
create policy idempotency_keys_of_the_migration on idempotency_keys to current_user using (tenant_id is not null);
update idempotency_keys set answer = null where answer::text like '%"badge"%';
drop policy idempotency_keys_of_the_migration on idempotency_keys;
