-- Each request asks whose host it came to. In one question: the setting by which the policy lets the row be seen is taken
-- back before the answer is given, so that whoever asks inside of a transaction sees no more afterwards than before.
create function tenant_at(kind text, name text) returns setof tenants language plpgsql as $$
declare
  setting constant text := case kind
    when 'platform' then 'app.host_platform'
    when 'subdomain' then 'app.host_subdomain'
    when 'host' then 'app.host'
  end;
begin
  perform set_config(setting, name, true);
  case kind
    when 'platform' then return query select * from tenants where is_platform;
    when 'subdomain' then return query select * from tenants where subdomain = name;
    when 'host' then return query select * from tenants where verified_host = name;
  end case;
  perform set_config(setting, '', true);
end $$;
