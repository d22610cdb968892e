import type { MemberRole } from '#contract/members/members.schema.ts';
import { roleName } from '#src/session/dashboards.ts';

interface Named {
  first_name: string;
  last_name: string;
}

export function nameOf({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim();
}

/** Roles as a choice in a form. */
export function roleChoices(roles: readonly MemberRole[]) {
  return roles.map((role) => ({ value: role, label: roleName(role) }));
}
