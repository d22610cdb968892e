-- Saying a kind word began a reading. Only visits of the reader do.

-- The migration sees every tenant's rows for this one statement. A reading that a kind word began has its very moment.
create policy readings_of_the_migration on readings to current_user using (tenant_id is not null);
create policy reactions_of_the_migration on reactions to current_user using (tenant_id is not null);
delete from readings as reading
  using reactions as reaction
  where reaction.tenant_id = reading.tenant_id and reaction.user_id = reading.user_id
    and reaction.work_id = reading.work_id and reaction.made_at = reading.read_at
    and reading.round = 1 and reading.reached = 1 and reading.bookmarks = '{}';
drop policy readings_of_the_migration on readings;
drop policy reactions_of_the_migration on reactions;
