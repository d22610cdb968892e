import { useMemo, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { TenantLife } from '#contract/tenants/tenant-life.schema.ts';
import { ClosingSection } from '#src/features/closings/closing.section.tsx';
import { closingOf } from '#src/features/closings/closings.calls.ts';
import { ReceiptSection } from '#src/features/closings/receipt.section.tsx';
import { exportsOf } from '#src/features/exports/exports.calls.ts';
import { ExportsSection } from '#src/features/exports/exports.section.tsx';
import { NewTenantForm } from '#src/features/tenants/new-tenant.form.tsx';
import { TenantDataSection } from '#src/features/tenants/tenant-data.section.tsx';
import { TenantLifeSection } from '#src/features/tenants/tenant-life.section.tsx';
import { TenantUsageSection } from '#src/features/tenants/tenant-usage.section.tsx';
import { useTenantName } from '#src/features/tenants/use-tenant-name.ts';
import { VisitAccessSection } from '#src/features/visits/visit-access.section.tsx';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { ParentLink } from '../page-table.tsx';

const tabs = ['data', 'visits', 'lifecycle'] as const;

const { tenant: tenantPath } = paths.platform;

const toAll = <ParentLink />;

function Lifecycle({ tenantId }: { tenantId: string }) {
  const exports = useMemo(() => exportsOf(apiClient, tenantId), [tenantId]);
  const closing = useMemo(() => closingOf(apiClient, tenantId), [tenantId]);
  // What one part changes the others say anew.
  const [changes, setChanges] = useState(0);
  const [life, setLife] = useState<TenantLife | null>(null);
  return (
    <>
      <CardSection title="Lifecycle">
        <TenantLifeSection key={changes} tenantId={tenantId} onRead={setLife} />
      </CardSection>
      {life?.state === 'gone' ? (
        <CardSection title="Receipt">
          <ReceiptSection tenantId={tenantId} />
        </CardSection>
      ) : (
        <>
          <CardSection title="Use and limits">
            <TenantUsageSection tenantId={tenantId} />
          </CardSection>
          <CardSection title="Exports">
            <ExportsSection calls={exports} reasonFor={tenantId} />
          </CardSection>
          <CardSection title="Closing">
            <ClosingSection
              calls={closing}
              isSuspended={life !== null && life.suspended_at !== null}
              onChanged={() => setChanges((count) => count + 1)}
            />
          </CardSection>
        </>
      )}
    </>
  );
}

function OneTenant({ tenantId }: { tenantId: string }) {
  const [query] = useSearchParams();
  const { name, reload } = useTenantName(tenantId);
  const shown = oneOf(tabs, query.get('tab')) ?? 'data';
  return (
    <Screen title={name ?? 'School or organization'} breadcrumb={toAll}>
      <Tabs
        label="Parts of this page"
        shown={shown}
        tabs={[
          { tab: 'data', label: 'Data and brand', to: tenantPath({ tenantId }) },
          { tab: 'visits', label: 'Visits', to: tenantPath({ tenantId, tab: 'visits' }) },
          { tab: 'lifecycle', label: 'Lifecycle', to: tenantPath({ tenantId, tab: 'lifecycle' }) },
        ]}
      />
      {shown === 'data' && (
        <CardSection title="Name, address and brand">
          <TenantDataSection tenantId={tenantId} onSaved={reload} />
        </CardSection>
      )}
      {shown === 'visits' && (
        <CardSection title="Visits">
          <VisitAccessSection tenantId={tenantId} />
        </CardSection>
      )}
      {shown === 'lifecycle' && <Lifecycle tenantId={tenantId} />}
    </Screen>
  );
}

/** `/admin-panel/tenant/{tenantId?}`: what is set about one school or organization, or a new one. */
export function PlatformTenantPage() {
  const { tenantId } = useParams();
  const navigate = useNavigate();
  if (tenantId !== undefined) return <OneTenant key={tenantId} tenantId={tenantId} />;
  return (
    <Screen title="Add a school or organization" breadcrumb={toAll}>
      <NewTenantForm onMade={({ id }) => void navigate(tenantPath({ tenantId: id }), { replace: true })} />
    </Screen>
  );
}
