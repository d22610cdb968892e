-- A report for a tablet is taken only from that tablet. Null until a tablet of before reports for the first time.
alter table devices
  add column public_key jsonb,
  add column known_by_hash bytea check (octet_length(known_by_hash) = 32),
  add constraint devices_key_is_whole check ((public_key is null) = (known_by_hash is null));
