-- By which the database knows the secret key again that its sealed values need. Null until a server of this version started.
alter table installation add column key_fingerprint bytea check (octet_length(key_fingerprint) = 32);
