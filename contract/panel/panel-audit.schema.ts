import * as v from 'valibot';
import { FilterDay } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { Role } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { keysetPageOf, keysetQuery, PanelTenantName } from './panel.schema.ts';

export const PanelAuditQuery = v.object({
  ...keysetQuery,
  tenant_id: v.optional(Id),
  /** `domain.what_happened` */
  action: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/u, 'action must name what happened')),
  ),
  /** Who did it: words of the name, a whole e-mail address or `@domain`. Students are found with one school chosen. */
  who: v.optional(line({ maximum: 100, label: 'who' }), ''),
  /** First and last day (UTC). */
  from: FilterDay,
  to: FilterDay,
});
export type PanelAuditQuery = v.InferOutput<typeof PanelAuditQuery>;

/** Somebody in the audit. */
const AuditPerson = v.object({
  id: Id,
  /** Of a student the first name and an initial, with one school chosen; else null. */
  name: v.nullable(v.string()),
  role: Role,
  /** Of an organization or of the platform. */
  is_guest: v.boolean(),
});

export const PanelAuditEntry = v.object({
  id: Id,
  tenant: PanelTenantName,
  at: Instant,
  /** `domain.what_happened`, also of a newer server. */
  action: v.string(),
  /** Null: nobody of this tenant. */
  actor: v.nullable(AuditPerson),
  /** To whom, where it was done to a person of this tenant. */
  subject: v.nullable(AuditPerson),
});
export type PanelAuditEntry = v.InferOutput<typeof PanelAuditEntry>;
export const PanelAuditPage = keysetPageOf(v.array(PanelAuditEntry));

/** What else was written down, by name; texts as they are, all else as JSON. */
export const PanelAuditDetails = v.object({
  subject_id: v.nullable(Id),
  details: v.array(v.object({ name: v.string(), value: v.string() })),
});
export type PanelAuditDetails = v.InferOutput<typeof PanelAuditDetails>;
