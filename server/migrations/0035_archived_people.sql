-- Who is archived are few: classes are counted by leaving them out, instead of looking everybody else up.
create index users_archived on users (tenant_id, id) where archived_at is not null;
