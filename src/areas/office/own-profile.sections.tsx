import type { User } from '#contract/identity/identity.schema.ts';
import { OwnAccountSection } from '#src/features/members/own-account.section.tsx';
import { ChangePasswordForm } from '#src/features/passwords/change-password.form.tsx';
import { OwnDetails } from '#src/features/profiles/own-details.tsx';
import { CardSection } from '#src/ui/card-section.tsx';

/** Name, picture, e-mail address and password of the signed-in member; a guest changes them at home. */
export function OwnProfileSections({ user }: { user: User }) {
  return (
    <>
      <CardSection title="You">
        {user.visiting ? <OwnDetails user={user} /> : <OwnAccountSection />}
      </CardSection>
      {user.email !== null && (
        <CardSection title="Password">
          <ChangePasswordForm email={user.email} />
        </CardSection>
      )}
    </>
  );
}
