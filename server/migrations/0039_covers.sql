-- The picture that an author chose for the cover. It may be on its way still, or have been taken out of the text, so that it is
-- no foreign key: `cover_sha256` is it while the work shows it. See decision 47.
alter table works add column chosen_cover bytea check (length(chosen_cover) = 32);

-- The migration sees every tenant's rows for this one statement.
create policy works_of_the_migration on works to current_user using (tenant_id is not null);
update works set chosen_cover = cover_sha256 where cover_sha256 is not null;
drop policy works_of_the_migration on works;
