import { useNavigate, useParams } from 'react-router-dom';
import { NewTenantForm } from '#src/features/tenants/new-tenant.form.tsx';
import { TenantDataSection } from '#src/features/tenants/tenant-data.section.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';

interface PlatformTenantPageProps {
  listHref: string;
  /** Of one of them; without an id, where one is made. */
  tenantHref: (id: string) => string;
}

/** `/admin-panel/tenant/{tenantId?}`: what is set about one school or organization, or a new one. */
export function PlatformTenantPage({ listHref, tenantHref }: PlatformTenantPageProps) {
  const { tenantId } = useParams();
  const navigate = useNavigate();
  const back = <BackLink to={listHref}>All tenants</BackLink>;
  if (tenantId === undefined)
    return (
      <Screen title="Add a school or organization" breadcrumb={back}>
        <NewTenantForm onMade={({ id }) => void navigate(tenantHref(id), { replace: true })} />
      </Screen>
    );
  return (
    <Screen title="School or organization" breadcrumb={back}>
      <CardSection title="Name, address and brand">
        <TenantDataSection key={tenantId} tenantId={tenantId} />
      </CardSection>
    </Screen>
  );
}
