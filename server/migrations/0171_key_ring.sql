-- The secret key became a ring of keys (decision 159). These are the fingerprints of those that may still have sealed something.
set lock_timeout = '2s';
alter table installation add column key_fingerprints bytea[];

-- Passwords by which servers sign in; they leave the key. For the owner alone, who may set any: nobody is granted anything.
create table login_roles (
  name text primary key,
  password text not null
);

-- Wrapped anew with another key.
grant update (wrapped_key) on tenant_keys to quillshelf_app;
