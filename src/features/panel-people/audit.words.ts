import type { PanelAuditEntry } from '#contract/panel/panel-audit.schema.ts';
import { roleName } from '#src/session/dashboards.ts';

/** What was done, by its name: "members.invitation_sent_again" is "Members: invitation sent again". */
export function actionName(action: string): string {
  const words = action.replaceAll('_', ' ').replace('.', ': ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A child without a school chosen has no name here. */
export function personName(person: NonNullable<PanelAuditEntry['actor']>, schoolName: string): string {
  if (person.name === null) return `A student of ${schoolName}`;
  return person.is_guest ? `${person.name}, guest` : person.name;
}

export const personRole = ({ role }: NonNullable<PanelAuditEntry['actor']>) => roleName(role);
