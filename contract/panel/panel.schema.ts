import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { Role } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { PrivacyPreference } from '../students/students.schema.ts';
import { lifeStates } from '../tenants/tenant-life.schema.ts';

/** Rows of a panel's list when the caller does not say, and at most. */
const panelRows = { usual: 50, most: 100 } as const;
/** Rows that are counted; of more it is said that there are more. */
export const panelCounted = 200;

/** Rows of a list that are written into one file at most. */
export const csvRows = 50_000;

/** Where a page of a list of the panel begins. `after` comes from `next` of the page before. */
export const keysetQuery = keyedPageQuery({ maximum: panelRows.most, usual: panelRows.usual }).entries;

/** What a list of the panel is asked with that can be searched. */
const listQuery = { search: v.optional(line({ maximum: 100, label: 'search' }), ''), ...keysetQuery };

/** A page by key: the query for the page after it (null on the last), and how many there are (null: more than 200). */
export function keysetPageOf<const Results extends v.GenericSchema>(results: Results) {
  return v.object({ results, next: v.nullable(v.string()), count: v.nullable(v.number()) });
}

export const tenantKinds = ['school', 'organization'] as const;
/** Of `domain_url`: shown to be theirs, not shown yet, or none. */
export const tenantDomains = ['verified', 'waiting', 'none'] as const;
export const tenantSorts = ['name', '-created', '-students', '-active'] as const;

export const PanelTenantQuery = v.object({
  ...listQuery,
  kind: v.optional(v.picklist(tenantKinds)),
  state: v.optional(v.picklist(lifeStates)),
  /** Schools that belong to it. */
  organization_id: v.optional(Id),
  domain: v.optional(v.picklist(tenantDomains)),
  sort: v.optional(v.picklist(tenantSorts), 'name'),
});
export type PanelTenantQuery = v.InferOutput<typeof PanelTenantQuery>;

export const PanelTenant = v.object({
  id: Id,
  school_name: v.string(),
  logo: v.nullable(v.string()),
  /** Host on which it answers, without a port; null: none yet. */
  host: v.nullable(v.string()),
  kind: v.picklist(tenantKinds),
  state: v.picklist(lifeStates),
  created_at: Instant,
  /** As counted at `as_of`; null: not yet. */
  numbers: v.nullable(
    v.object({
      students: v.number(),
      staff: v.number(),
      classes: v.number(),
      /** Books and stories. */
      works: v.number(),
      /** Of these: those that a stranger may see. */
      public_works: v.number(),
      /** People who signed in within 7 days. */
      active: v.number(),
      as_of: Instant,
    }),
  ),
});
export type PanelTenant = v.InferOutput<typeof PanelTenant>;
export const PanelTenantPage = keysetPageOf(v.array(PanelTenant));

export const personStates = ['invited', 'active', 'archived', 'guest'] as const;
export type PersonState = (typeof personStates)[number];
export const personSorts = ['name', '-joined'] as const;

/** Whose a row is. */
export const PanelTenantName = v.object({ id: Id, school_name: v.string() });

export const PanelPersonQuery = v.object({
  ...listQuery,
  /** With commas between them. Left out: all but students, who are listed with one school chosen. */
  roles: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
      v.array(v.picklist(Role.options, 'roles must be roles with commas between them')),
    ),
  ),
  tenant_id: v.optional(Id),
  state: v.optional(v.picklist(personStates)),
  /** ISO 3166-1 alpha-2. */
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/u, 'country must be two capital letters'))),
  /** `never`: who never signed in. */
  came: v.optional(v.picklist(['never'])),
  sort: v.optional(v.picklist(personSorts), 'name'),
});
export type PanelPersonQuery = v.InferOutput<typeof PanelPersonQuery>;

export const PanelPerson = v.object({
  id: Id,
  tenant: PanelTenantName,
  role: Role,
  /** Of a student: the first name and an initial. */
  name: v.string(),
  /** Null for students and guests. */
  email: v.nullable(v.string()),
  country: v.nullable(v.string()),
  state: v.picklist(personStates),
  /** Classes that are not archived and that the person teaches. */
  classes: v.number(),
  joined_at: Instant,
  last_login: v.nullable(Instant),
});
export type PanelPerson = v.InferOutput<typeof PanelPerson>;
export const PanelPersonPage = keysetPageOf(v.array(PanelPerson));

/** Why children of all schools are looked for by name. */
export const childrenReasons = ['safety', 'data_request', 'support'] as const;

export const PanelStudentQuery = v.object({
  ...listQuery,
  tenant_id: v.optional(Id),
  /** Without it and without a school, no names are shown and none is searched for. Noted in the audit once a session. */
  reason: v.optional(v.picklist(childrenReasons)),
  privacy: v.optional(PrivacyPreference),
  /** `week`: signed in within 7 days. `never`: never signed in. */
  active: v.optional(v.picklist(['week', 'never'])),
  /** Left out: `name` where names are shown and one school or a search narrows the list down, `-joined` otherwise. */
  sort: v.optional(v.picklist(personSorts)),
});
export type PanelStudentQuery = v.InferOutput<typeof PanelStudentQuery>;

export const PanelStudent = v.object({
  id: Id,
  tenant: PanelTenantName,
  /** The first name and an initial; null across schools without a reason. */
  name: v.nullable(v.string()),
  /** Classes that are not archived. */
  classes: v.number(),
  /** Books and stories that a stranger may see. */
  public_works: v.number(),
  privacy_preference: PrivacyPreference,
  /** Day (UTC) of the last sign-in. */
  last_day: v.nullable(v.string()),
  joined_at: Instant,
});
export type PanelStudent = v.InferOutput<typeof PanelStudent>;
export const PanelStudentPage = keysetPageOf(v.array(PanelStudent));
