import { CardSettingsSection } from '#src/features/cards/card-settings.section.tsx';
import { CommunityPasswordSection } from '#src/features/identity/community-password.section.tsx';
import { ShelfSection } from '#src/features/shelves/shelf.section.tsx';
import { ClosingSection } from '#src/features/closings/closing.section.tsx';
import { ownClosing } from '#src/features/closings/closings.calls.ts';
import { ownExports } from '#src/features/exports/exports.calls.ts';
import { ExportsSection } from '#src/features/exports/exports.section.tsx';
import { TenantDataSection } from '#src/features/tenants/tenant-data.section.tsx';
import { apiClient } from '#src/session/api.ts';
import { VisitsSection } from '#src/features/visits/visits.section.tsx';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { OwnProfileSections } from './own-profile.sections.tsx';

const exports = ownExports(apiClient);
const closing = ownClosing(apiClient);

/** `/admin-school/profile` and `/admin-organization/profile`: the person, and what the person runs. */
export function ProfilePage() {
  const user = useUser();
  const { tenant } = useTenant();
  if (!user) return null;
  return (
    <Screen title="Profile">
      <OwnProfileSections user={user} />
      {tenant?.is_organization === false && (
        <CardSection title="Community password">
          <CommunityPasswordSection isGuest={user.visiting !== undefined} />
        </CardSection>
      )}
      {tenant?.is_organization === false && (
        <CardSection title="Login cards">
          <CardSettingsSection isGuest={user.visiting !== undefined} />
        </CardSection>
      )}
      {tenant?.is_organization === false && (
        <CardSection title="Library for visitors">
          <ShelfSection />
        </CardSection>
      )}
      <CardSection title="Visits of the platform">
        <VisitsSection isGuest={Boolean(user.visiting?.may)} />
      </CardSection>
      <CardSection title={tenant?.is_organization === true ? 'Your organization' : 'Your school'}>
        <TenantDataSection tenantId={user.tenant_id} />
      </CardSection>
      {user.visiting === undefined && (
        <>
          <CardSection title="Exports">
            <ExportsSection calls={exports} reasonFor={null} />
          </CardSection>
          <CardSection
            title={tenant?.is_organization === true ? 'Close the organization' : 'Close the school'}
          >
            <ClosingSection calls={closing} />
          </CardSection>
        </>
      )}
    </Screen>
  );
}
