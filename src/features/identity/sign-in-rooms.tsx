import { Suspense, type ComponentType, type ReactNode } from 'react';
import { lazyPage, lazyWithRetry } from '#src/session/late-code.ts';
import { RoleStep, type Who } from './role-step.tsx';
import { SignInStep } from './sign-in-step.tsx';
import type { QrScannerProps } from './use-card-sign-in.ts';
import type { SigningIn } from './use-sign-in.ts';

// The first step is all that everybody needs; the others come when somebody takes them.
const StaffSignInForm = lazyPage(async () => (await import('./staff-sign-in.form.tsx')).StaffSignInForm);
const StudentSignIn = lazyPage(async () => (await import('./student-sign-in.tsx')).StudentSignIn);
const CommunityForm = lazyPage(
  async () => (await import(/* part: aside */ './community.form.tsx')).CommunityForm,
);
const PendingNote = lazyWithRetry(async () => (await import('./pending-note.tsx')).PendingNote);
const Ear = lazyWithRetry(async () => (await import('#src/ui/ear.tsx')).Ear);
const UnsentHere = lazyWithRetry(async () => (await import('./unsent-here.tsx')).UnsentHere);

/** What is said of the school and of this tablet, around the steps of everybody but children. */
function WithNotes({
  isPending,
  isLate,
  onPrepared,
  children,
}: Pick<RoomsProps, 'isPending' | 'isLate' | 'onPrepared'> & { children: ReactNode }) {
  return (
    <>
      {isPending && (
        <Suspense fallback={null}>
          <PendingNote />
        </Suspense>
      )}
      {children}
      {isLate && (
        <Suspense fallback={null}>
          <UnsentHere onPrepared={onPrepared} />
        </Suspense>
      )}
    </>
  );
}

interface RoomsProps {
  /** Null as long as nobody has said it. */
  who: Who | null;
  /** The platform and an organization have neither children nor parents of their own. */
  isStaffOnly: boolean;
  /** The next child at a tablet that was passed on. */
  isNext: boolean;
  /** Somebody has chosen here, so the title takes the focus. */
  hasChosen: boolean;
  isPending: boolean;
  /** The page is there, so that what is not needed at first may come. */
  isLate: boolean;
  signingIn: SigningIn;
  Scanner?: ComponentType<QrScannerProps> | undefined;
  onTake: (who: Who | null) => void;
  /** Back from the question who it is; left out where nothing is before it. */
  onLeave: (() => void) | undefined;
  onFamily: () => void;
  onPrepared: () => void;
}

/** The steps of a tablet that is not prepared: who it is, and the room of each. */
export function SignInRooms(props: RoomsProps) {
  const { who, isStaffOnly, signingIn, Scanner, onTake } = props;
  const onBack = isStaffOnly ? undefined : () => onTake(null);
  if (who === 'student' && !isStaffOnly) {
    return (
      <StudentSignIn
        signingIn={signingIn}
        isNext={props.isNext}
        onBack={() => onTake(null)}
        Scanner={Scanner}
      />
    );
  }
  if (who === 'parent' && !isStaffOnly) {
    return (
      <SignInStep
        key="parent"
        title="For families"
        hint="Your school gives you this password. With it you can read what the school shares with families."
        begins="field"
        onBack={onBack}
      >
        <CommunityForm onEntered={props.onFamily} />
      </SignInStep>
    );
  }
  if (who === 'staff' || isStaffOnly) {
    return (
      <SignInStep
        key="staff"
        title="Sign in"
        hint="For teachers and administrators"
        begins="field"
        onBack={onBack}
      >
        <WithNotes {...props}>
          <StaffSignInForm {...signingIn} />
        </WithNotes>
      </SignInStep>
    );
  }
  return (
    <SignInStep
      key="role"
      title="Who is signing in?"
      begins={props.hasChosen ? 'title' : 'page'}
      onBack={props.onLeave}
    >
      <WithNotes {...props}>
        <RoleStep
          ear={
            props.isLate && (
              <Suspense fallback={null}>
                <Ear words="Who is signing in? If you are a student, tap the backpack." />
              </Suspense>
            )
          }
          onChoose={onTake}
        />
      </WithNotes>
    </SignInStep>
  );
}
