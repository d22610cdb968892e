import { CommunityPasswordSection } from '#src/features/identity/community-password.section.tsx';
import { OwnAccountSection } from '#src/features/members/own-account.section.tsx';
import { ChangePasswordForm } from '#src/features/passwords/change-password.form.tsx';
import { OwnDetails } from '#src/features/profiles/own-details.tsx';
import { TenantDataSection } from '#src/features/tenants/tenant-data.section.tsx';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';

/** `/admin-school/profile` and `/admin-organization/profile`: the person, and what the person runs. */
export function ProfilePage({ homeHref }: { homeHref: string }) {
  const user = useUser();
  const { tenant } = useTenant();
  if (!user) return null;
  return (
    <Screen title="Profile">
      <CardSection title="You">
        {user.visiting ? <OwnDetails user={user} /> : <OwnAccountSection cancelHref={homeHref} />}
      </CardSection>
      {user.email !== null && (
        <CardSection title="Password">
          <ChangePasswordForm email={user.email} />
        </CardSection>
      )}
      {tenant?.is_organization === false && (
        <CardSection title="Community password">
          <CommunityPasswordSection isGuest={user.visiting !== undefined} />
        </CardSection>
      )}
      <CardSection title={tenant?.is_organization === true ? 'Your organization' : 'Your school'}>
        <TenantDataSection tenantId={user.tenant_id} />
      </CardSection>
    </Screen>
  );
}
