-- Books that visitors hand in. See decision 51.

create table book_offers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  email text not null check (email = lower(email)),
  -- SHA-256 of what the device holds that began it, and of what the link in the e-mail carries.
  ticket_hash bytea not null check (length(ticket_hash) = 32),
  token_hash bytea not null check (length(token_hash) = 32),
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- What stands on the book, once it is handed in.
  title text,
  credit text,
  blurb text,
  language text,
  handed_in_at timestamptz,
  -- When it is swept away, pages and all, as far as nobody decided about it.
  ends_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  constraint book_offers_confirmed_first check (handed_in_at is null or confirmed_at is not null),
  constraint book_offers_whole check (
    (handed_in_at is null) = (title is null) and (title is null) = (credit is null)
    and (title is null) = (blurb is null) and (title is null) = (language is null)
  )
);
create index book_offers_of_address on book_offers (tenant_id, email);
create index book_offers_waiting on book_offers (tenant_id, handed_in_at, id) where handed_in_at is not null;
create index book_offers_by_end on book_offers (tenant_id, ends_at);

-- No assets: nobody sees them by any rule of works, and what is not accepted goes for good.
create table book_offer_pages (
  tenant_id uuid not null,
  offer_id uuid not null,
  sha256 bytea not null check (length(sha256) = 32),
  -- From 0; null until the book is handed in.
  place integer check (place >= 0),
  alt text not null default '',
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  content bytea not null check (length(content) between 1 and 2 * 1024 * 1024),
  primary key (tenant_id, offer_id, sha256),
  foreign key (tenant_id, offer_id) references book_offers (tenant_id, id) on delete cascade
);
alter table book_offer_pages alter column content set storage external;

call protect_tenant_table('book_offers', 'select, insert, update, delete');
call protect_tenant_table('book_offer_pages', 'select, insert, update, delete');
