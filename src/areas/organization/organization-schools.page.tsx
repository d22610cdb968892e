import { useSchoolLinks } from '#src/features/affiliations/use-school-links.tsx';
import { TenantsScreen } from '#src/features/visits/tenants.screen.tsx';

/** `/admin-organization/schools`: the schools of the organization, the way into each, and those that were asked. */
export function OrganizationSchoolsPage() {
  const { actions, above, renderActions } = useSchoolLinks();
  return <TenantsScreen title="Schools" actions={actions} above={above} renderActions={renderActions} />;
}
