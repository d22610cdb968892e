import type { ReactNode } from 'react';
import { useUser } from '#src/session/use-session.ts';
import { Screen } from '#src/ui/screen.tsx';
import { OwnProfileSections } from './own-profile.sections.tsx';

/** `/dashboard?option=Profile`: name, picture, e-mail address and password of a teacher. */
export function OwnProfilePage({ breadcrumb }: { breadcrumb: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <Screen title="Profile" breadcrumb={breadcrumb}>
      <OwnProfileSections user={user} />
    </Screen>
  );
}
