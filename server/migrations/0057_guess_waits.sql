-- Wrong guesses are forgotten after a time that depends on what is counted. One account's last longest: each further wrong
-- password doubles the wait, and that is counted from the latest one. See decision 66.

alter table failed_guesses
  -- When the latest of them was made. A row whose latest lies in the future, by a clock that jumped, counts for nothing.
  add column latest timestamptz not null default now(),
  -- From when on the row counts for nothing.
  add column forgotten_at timestamptz not null default now();

update failed_guesses set latest = since, forgotten_at = since + interval '10 minutes';

drop index failed_guesses_by_age;
create index failed_guesses_by_age on failed_guesses (tenant_id, forgotten_at);
