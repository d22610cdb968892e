import { OrganizationsScreen } from '#src/features/affiliations/organizations.screen.tsx';

/** `/admin-school/organizations`: whom the school belongs to. */
export function OrganizationsPage() {
  return <OrganizationsScreen />;
}
