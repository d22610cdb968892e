import { Button, Text } from '@mantine/core';
import {
  startTransition,
  Suspense,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { animalOf } from '#contract/kit/avatar-names.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { coverMark } from '#src/session/conceal.ts';
import { passTablet } from '#src/session/redirects.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { useCanKeep, useRows } from '#src/session/use-replica.ts';
import { Ear } from '#src/ui/ear.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { invalidCard, readLoginCard } from '#src/lib/login-card.ts';
import { PasswordEar } from '../password-ear.tsx';
import { PasswordForm } from '../password.form.tsx';
import { SignInStep } from '../sign-in-step.tsx';
import { ScanButton, scanWords } from '../scan-button.tsx';
import type { QrScannerProps } from '../use-card-sign-in.ts';
import styles from './lock-cover.module.css';
import { useUnlock } from './use-unlock.ts';

/** A place in the document of its own: it alone is there while the page is concealed. */
function useCoverPlace(): HTMLElement {
  const [place] = useState(() => {
    const made = document.createElement('main');
    made.setAttribute(coverMark, '');
    return made;
  });
  // Before the effects of what stands in it, which take the focus.
  useLayoutEffect(() => {
    const title = document.title;
    document.title = 'Locked';
    document.body.append(place);
    return () => {
      place.remove();
      document.title = title;
    };
  }, [place]);
  return place;
}

interface LockCoverProps {
  user: User;
  /** Whether something typed would be lost, in any tab. */
  hasUnsaved: () => Promise<boolean>;
  Scanner: ComponentType<QrScannerProps>;
}

/** All that there is of a locked session: whose it is, how that person goes on, and how the next child comes in. */
export function LockCover(props: LockCoverProps) {
  const place = useCoverPlace();
  return createPortal(<Steps {...props} />, place);
}

function Steps({ user, hasUnsaved, Scanner }: LockCoverProps) {
  const [step, setStep] = useState<'password' | 'scan' | 'next'>('password');
  const [isInvalid, setInvalid] = useState(false);
  const { failure, isTrying, attempt, callOff } = useUnlock(user);
  const navigate = useNavigate();
  const name = user.first_name;
  const isChild = user.role === 'student';

  const canKeep = useCanKeep();

  function go(next: typeof step) {
    callOff();
    setInvalid(false);
    startTransition(() => setStep(next));
  }

  function readCard(text: string) {
    if (isTrying) return;
    const card = readLoginCard(text);
    setInvalid(card === null);
    if (card) void attempt(card);
  }

  // Nothing opens on the way: the page that is behind this one signs the person out.
  const pass = () => void navigate(passTablet, { replace: true });

  async function askForNext() {
    if (await hasUnsaved()) go('next');
    else pass();
  }

  if (step === 'scan') {
    return (
      <SignInStep
        key="scan"
        title="Scan your card"
        hint={<Ear words={scanWords} />}
        room="page"
        onBack={() => go('password')}
      >
        <Suspense fallback={null}>
          <Scanner
            onRead={readCard}
            onCancel={() => go('password')}
            refusal={isInvalid ? invalidCard : (failure?.text ?? null)}
          />
        </Suspense>
      </SignInStep>
    );
  }
  if (step === 'next') {
    const lost = `${name} typed something that is not saved. It will be lost.`;
    const kept = canKeep ? ' What is saved is kept safe, and your school gets it.' : '';
    return (
      <SignInStep
        key="next"
        title="Pass the tablet?"
        hint={isChild && <Ear words={`Pass the tablet? ${lost}${kept}`} />}
        room="page"
        onBack={() => go('password')}
      >
        <Text size="lg">
          {lost}
          {kept}
        </Text>
        <Choices>
          <Button size="lg" fullWidth variant="default" onClick={() => go('password')}>
            Wait for {name}
          </Button>
          <Button size="lg" fullWidth color="red" onClick={pass}>
            Next child
          </Button>
        </Choices>
      </SignInStep>
    );
  }
  return (
    <SignInStep
      key="password"
      title={`Are you back, ${name}?`}
      hint={
        <>
          {canKeep ? 'This tablet is locked. What you made is safe.' : 'This tablet is locked.'}
          {isChild && (
            <PasswordEar
              failure={failure}
              words={`Are you back, ${name}? Type your password, or scan your card. Somebody else? Tap the last button.`}
            />
          )}
        </>
      }
      picture={
        <ReplicaGate failed={() => <Picture user={user} />}>
          <PictureOfNow user={user} />
        </ReplicaGate>
      }
      room="page"
      begins="field"
    >
      <PasswordForm
        action="Go on"
        failure={failure}
        isTrying={isTrying}
        onPassword={(password) => attempt({ username: null, password })}
      />
      <Choices>
        {isChild && <ScanButton onClick={() => go('scan')} />}
        <Button variant="subtle" size="lg" fullWidth onClick={() => void askForNext()}>
          Not {name}? Next child
        </Button>
      </Choices>
    </SignInStep>
  );
}

function Choices({ children }: { children: ReactNode }) {
  return <div className={styles.steps}>{children}</div>;
}

/** As the device has it now: somebody may have chosen another one without a network. */
function PictureOfNow({ user }: { user: User }) {
  const [profile = user] = useRows(scopeOf.user(user.id), 'profile').rows;
  return <Picture user={profile} />;
}

function Picture({ user }: { user: Pick<User, 'id' | 'avatar'> }) {
  return <AnimalAvatar name={animalOf(user)} size={88} />;
}
