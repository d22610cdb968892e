-- A change takes effect once per person, whichever of the person's devices or browser profiles sends it, and by
-- whichever way: pushed, or as a plain call whose Idempotency-Key is the mutation_id.

-- Where two copies of a profile got the same call decided, the first decision stays, one that applied it before all.
-- A migration is in no tenant, so that it sees no row unless a policy says so; this one ends with the statement.
create policy sync_calls_of_the_migration on sync_calls to current_user using (tenant_id is not null);
delete from sync_calls as later using sync_calls as kept
where later.tenant_id = kept.tenant_id and later.user_id = kept.user_id and later.mutation_id = kept.mutation_id
  and (later.problem is not null, later.decided_at, later.client_id, later.seq)
    > (kept.problem is not null, kept.decided_at, kept.client_id, kept.seq);
drop policy sync_calls_of_the_migration on sync_calls;

alter table sync_calls add constraint sync_calls_once unique (tenant_id, user_id, mutation_id);

-- Why a keyed plain call was refused, to be said again to whoever sends it again. Kept as long as sync_calls.
alter table idempotency_keys
  add column problem jsonb,
  add constraint idempotency_keys_one_outcome check (answer is null or problem is null);
