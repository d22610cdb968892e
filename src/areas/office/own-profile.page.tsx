import type { ReactNode } from 'react';
import { OwnAccountSection } from '#src/features/members/own-account.section.tsx';
import { ChangePasswordForm } from '#src/features/passwords/change-password.form.tsx';
import { OwnDetails } from '#src/features/profiles/own-details.tsx';
import { useUser } from '#src/session/use-session.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';

/** `/dashboard?option=Profile`: name, picture, e-mail address and password of a teacher. */
export function OwnProfilePage({ homeHref, breadcrumb }: { homeHref: string; breadcrumb: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <Screen title="Profile" breadcrumb={breadcrumb}>
      <CardSection title="You">
        {user.visiting ? <OwnDetails user={user} /> : <OwnAccountSection cancelHref={homeHref} />}
      </CardSection>
      {user.email !== null && (
        <CardSection title="Password">
          <ChangePasswordForm email={user.email} />
        </CardSection>
      )}
    </Screen>
  );
}
