import { nextByKey } from '#contract/kit/page.ts';
import { sql, type RawBuilder } from 'kysely';
import type { PanelTenant, PanelTenantQuery } from '#contract/panel/panel.schema.ts';
import { logoAddress } from '#server/platform/logo-address.ts';
import type { Panel } from '#server/platform/panel.ts';
import { foundByWords } from './found.ts';
import { readPage, type Asked, type ListOrder, type ListQuestion } from './panel-page.ts';

export interface TenantRow {
  id: string;
  school_name: string;
  logo: string | null;
  subdomain: string | null;
  verified_host: string | null;
  is_organization: boolean;
  state: PanelTenant['state'];
  created_at: Date;
  students: number | null;
  staff: number;
  classes: number;
  works: number;
  public_works: number;
  active: number;
  as_of: Date;
}

const stateOf = sql<PanelTenant['state']>`case
  when tenant.gone_at is not null then 'gone'
  when tenant.closes_at is not null then 'closing'
  when tenant.suspended_at is not null then 'suspended'
  when tenant.registered_at is not null and tenant.set_up_at is null then 'pending'
  else 'active' end`;

const orders: Readonly<Record<PanelTenantQuery['sort'], ListOrder>> = {
  name: { value: sql`tenant.listed_search`, form: 'text' },
  '-created': { value: sql`tenant.created_at`, form: 'moment', descending: true },
  '-students': { value: sql`coalesce(counted.students, 0)`, form: 'number', descending: true },
  '-active': { value: sql`coalesce(counted.active, 0)`, form: 'number', descending: true },
};

const domains: Readonly<Record<NonNullable<PanelTenantQuery['domain']>, RawBuilder<boolean>>> = {
  verified: sql`tenant.verified_host is not null`,
  waiting: sql`(tenant.domain_url is not null and tenant.verified_host is null)`,
  none: sql`tenant.domain_url is null`,
};

function conditionsOf({
  kind,
  state,
  organization_id,
  domain,
}: Asked<PanelTenantQuery>): RawBuilder<boolean>[] {
  return [
    sql`not tenant.is_platform`,
    ...(kind === undefined ? [] : [sql<boolean>`tenant.is_organization = ${kind === 'organization'}`]),
    ...(state === undefined ? [] : [sql<boolean>`${stateOf} = ${state}`]),
    ...(domain === undefined ? [] : [domains[domain]]),
    ...(organization_id === undefined
      ? []
      : [
          sql<boolean>`exists (
            select from organization_schools as link
            where link.tenant_id = ${organization_id} and link.school_id = tenant.id and link.confirmed_at is not null
          )`,
        ]),
  ];
}

export const toTenant =
  (baseDomain: string) =>
  ({ is_organization, subdomain, verified_host, created_at, ...row }: TenantRow): PanelTenant => {
    const { id, school_name, state, students, staff, classes, works, public_works, active, as_of } = row;
    return {
      id,
      school_name,
      logo: logoAddress(row),
      host: verified_host ?? (subdomain === null ? null : `${subdomain}.${baseDomain}`),
      kind: is_organization ? 'organization' : 'school',
      state,
      created_at: created_at.toISOString(),
      numbers:
        students === null
          ? null
          : { students, staff, classes, works, public_works, active, as_of: as_of.toISOString() },
    };
  };

export function tenantsAsked(query: Asked<PanelTenantQuery>): ListQuestion<TenantRow> {
  const search = foundByWords(query.search, sql`tenant.listed_search`);
  return {
    from: sql`tenants as tenant left join tenant_numbers as counted on counted.tenant_id = tenant.id`,
    where: [...search, ...conditionsOf(query)],
    tenant_id: sql`tenant.id`,
    id: sql`tenant.id`,
    columns: {
      id: sql`tenant.id`,
      school_name: sql`tenant.school_name`,
      logo: sql`tenant.logo`,
      subdomain: sql`tenant.subdomain`,
      verified_host: sql`tenant.verified_host`,
      is_organization: sql`tenant.is_organization`,
      state: stateOf,
      created_at: sql`tenant.created_at`,
      students: sql`counted.students`,
      staff: sql`counted.staff`,
      classes: sql`counted.classes`,
      works: sql`counted.books + counted.stories`,
      public_works: sql`counted.public_works`,
      active: sql`counted.active`,
      as_of: sql`counted.as_of`,
    },
    order: orders[query.sort],
    isSearch: search.length > 0,
  };
}

/** Every school and organization with what is counted of it. */
export async function listTenants(panel: Panel, query: PanelTenantQuery, baseDomain: string) {
  const { rows, after, count } = await readPage(panel, tenantsAsked(query), query);
  return { results: rows.map(toTenant(baseDomain)), next: nextByKey(after, query), count };
}
