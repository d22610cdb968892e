import type { PanelLetter } from '#contract/mail/panel-mail.schema.ts';
import type { PanelAuditEntry } from '#contract/panel/panel-audit.schema.ts';
import type { PanelPerson, PanelTenant } from '#contract/panel/panel.schema.ts';
import type { PanelWork } from '#contract/panel/works.schema.ts';

/** Columns of a file: the head of each, and what it says of a row. */
export type FileColumns<Row> = readonly (readonly [
  head: string,
  valueOf: (row: Row) => string | number | null,
])[];

const nameOfNumbers = [
  ['Students', 'students'],
  ['Staff', 'staff'],
  ['Classes', 'classes'],
  ['Works', 'works'],
  ['Public works', 'public_works'],
  ['Active in 7 days', 'active'],
] as const;

export const tenantColumns: FileColumns<PanelTenant> = [
  ['Name', ({ school_name }) => school_name],
  ['Kind', ({ kind }) => kind],
  ['State', ({ state }) => state],
  ['Address', ({ host }) => host],
  // Empty until it was counted.
  ...nameOfNumbers.map(
    ([head, key]) => [head, ({ numbers }: PanelTenant) => numbers?.[key] ?? null] as const,
  ),
  ['Created', ({ created_at }) => created_at],
];

export const peopleColumns: FileColumns<PanelPerson> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Role', ({ role }) => role],
  ['School', ({ tenant }) => tenant.school_name],
  ['Country', ({ country }) => country],
  ['State', ({ state }) => state],
  ['Classes', ({ classes }) => classes],
  ['Joined', ({ joined_at }) => joined_at],
  ['Last sign-in', ({ last_login }) => last_login],
];

export const workColumns: FileColumns<PanelWork> = [
  ['Title', ({ title }) => title],
  ['By', ({ byline }) => byline],
  ['Kind', ({ kind }) => kind],
  ['School', ({ tenant }) => tenant.school_name],
  ['Language', ({ language }) => language],
  ['Level', ({ level }) => level],
  ['Goals', ({ sdgs }) => sdgs.join(' ')],
  ['Published', ({ published_at }) => published_at],
  ['Reports', ({ reports }) => reports],
];

export const letterColumns: FileColumns<PanelLetter> = [
  ['To', ({ to_address }) => to_address],
  ['School', ({ tenant }) => tenant.school_name],
  ['Letter', ({ kind }) => kind],
  ['State', ({ state }) => state],
  ['Cause', ({ cause }) => cause],
  ['Tries', ({ attempts }) => attempts],
  ['Written', ({ written_at }) => written_at],
  ['Ended', ({ ended_at }) => ended_at],
];

export const auditColumns: FileColumns<PanelAuditEntry> = [
  ['When', ({ at }) => at],
  ['School', ({ tenant }) => tenant.school_name],
  ['Did', ({ action }) => action],
  ['Who', ({ actor }) => actor?.name ?? null],
  ['Role', ({ actor }) => actor?.role ?? null],
  ['To whom', ({ subject }) => subject?.name ?? null],
  ['Role of that person', ({ subject }) => subject?.role ?? null],
];
