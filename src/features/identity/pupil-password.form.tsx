import type { PupilTile } from '#contract/students/students.schema.ts';
import { PasswordEar } from './password-ear.tsx';
import { PasswordForm } from './password.form.tsx';
import styles from './student-sign-in.module.css';
import { useSignIn, type SigningIn } from './use-sign-in.ts';

interface PupilPasswordFormProps {
  pupil: PupilTile;
  signingIn: SigningIn;
  /** See `PasswordForm`. */
  isShown?: boolean;
}

/** The one thing that is left to type. */
export function PupilPasswordForm({ pupil, signingIn, isShown = false }: PupilPasswordFormProps) {
  const { failure, attempt } = useSignIn(signingIn);

  async function enter(password: string): Promise<boolean> {
    // Others use this tablet next: nobody stays signed in here over a restart.
    return (await attempt({ username: pupil.handle, password, remember: false })) === null;
  }

  return (
    <>
      <PasswordEar failure={failure} words="Type your password. Then tap Sign in." />
      <PasswordForm
        failure={failure}
        isTrying={signingIn.isSigningIn}
        action="Sign in"
        isShown={isShown}
        onPassword={enter}
      >
        <p className={styles.help}>Forgotten it? Your teacher can help you.</p>
      </PasswordForm>
    </>
  );
}
