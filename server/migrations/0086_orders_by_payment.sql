-- Book Sales are read in the order in which they were paid.
create index orders_by_payment on orders (tenant_id, paid_at desc, id) where paid_at is not null;
