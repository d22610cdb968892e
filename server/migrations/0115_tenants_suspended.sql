-- The platform suspends a school and lets it go on. See docs/decisions/0113.
alter table tenants add column suspended_at timestamptz;

grant select (suspended_at) on tenants to quillshelf_panel;

-- As tenant_of_host, with whether the tenant is suspended; that one stays for servers of the version before.
create function tenant_by_host(kind text, name text) returns table (
  id uuid, school_name text, school_email text, subdomain text, domain_url text, verified_host text, first_name text,
  last_name text, switchboard boolean, logo text, is_organization boolean, is_platform boolean, primary_color text,
  primary_color_light text, primary_color_dark text, bg_primary_color text, bg_secondary_color text,
  announcement_color text, button_color text, book_button_color text, text_primary_color text, text_secondary_color text,
  text_muted_color text, border_primary_color text, border_muted_color text, registered_at timestamptz,
  set_up_at timestamptz, setup_hidden_at timestamptz, suspended_at timestamptz, created_at timestamptz, updated_at timestamptz
) language plpgsql as $$
declare
  setting constant text := case kind
    when 'platform' then 'app.host_platform'
    when 'subdomain' then 'app.host_subdomain'
    when 'host' then 'app.host'
  end;
  found_id uuid;
begin
  perform set_config(setting, name, true);
  case kind
    when 'platform' then select tenant.id into found_id from tenants as tenant where tenant.is_platform;
    when 'subdomain' then select tenant.id into found_id from tenants as tenant where tenant.subdomain = name;
    when 'host' then select tenant.id into found_id from tenants as tenant where tenant.verified_host = name;
  end case;
  return query
    select tenant.id, tenant.school_name, tenant.school_email, tenant.subdomain, tenant.domain_url, tenant.verified_host,
      tenant.first_name, tenant.last_name, tenant.switchboard, tenant.logo, tenant.is_organization, tenant.is_platform,
      tenant.primary_color, tenant.primary_color_light, tenant.primary_color_dark, tenant.bg_primary_color,
      tenant.bg_secondary_color, tenant.announcement_color, tenant.button_color, tenant.book_button_color,
      tenant.text_primary_color, tenant.text_secondary_color, tenant.text_muted_color, tenant.border_primary_color,
      tenant.border_muted_color, tenant.registered_at, tenant.set_up_at, tenant.setup_hidden_at, tenant.suspended_at,
      tenant.created_at, tenant.updated_at
    from tenants as tenant where tenant.id = found_id;
  perform set_config(setting, '', true);
end $$;
