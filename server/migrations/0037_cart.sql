-- Books and stories that somebody wants to buy: what is in whose cart, and no more. See decision 46.

create table cart_lines (
  tenant_id uuid not null,
  user_id uuid not null,
  work_id uuid not null,
  added_at timestamptz not null,
  primary key (tenant_id, user_id, work_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id)
);
create index cart_lines_of_work on cart_lines (tenant_id, work_id);

call protect_tenant_table('cart_lines', 'select, insert, delete');
