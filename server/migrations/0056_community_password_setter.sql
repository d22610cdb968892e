-- Who set the password that the school shares with its families; null for one that came with the school.
alter table community_passwords
  add column set_by uuid,
  add foreign key (tenant_id, set_by) references users (tenant_id, id);
