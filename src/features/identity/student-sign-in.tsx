import { startTransition, Suspense, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { lastWayIn } from '#src/session/children-here.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { Ear } from '#src/ui/ear.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { ClassCodeForm } from './class-code.form.tsx';
import { nameOf } from './pupil-name.ts';
import { PupilPasswordForm } from './pupil-password.form.tsx';
import { PupilPicker } from './pupil-picker.tsx';
import { scanWords } from './scan-button.tsx';
import { SignInStep } from './sign-in-step.tsx';
import type { SignInFailure } from './sign-in.problems.ts';
import { isInvalidCode, useClassTiles, type WantedTiles } from './use-class-tiles.ts';
import { classCodeKey } from './class-code-key.ts';
import { useCardSignIn, type QrScannerProps } from './use-card-sign-in.ts';
import type { SigningIn } from './use-sign-in.ts';
import { clearToasts, toast } from './toast.ts';

type Step =
  | { name: 'class_code' }
  | { name: 'scan'; isUnasked: boolean }
  | { name: 'profile' }
  | { name: 'password'; pupil: PupilTile };

interface StudentSignInProps {
  signingIn: SigningIn;
  /** The tablet was passed on: the next child need not say again which class it is, or that it has a card. */
  isNext: boolean;
  onBack: () => void;
  Scanner?: ComponentType<QrScannerProps> | undefined;
}

function codeWords(hasScanner: boolean): string {
  const typed = 'Type the code of your class. Your teacher has it.';
  return hasScanner ? `${typed} If you have a card, tap: Scan my card.` : typed;
}

/** Class code, then oneself, then the password; or a card in front of the camera. */
export function StudentSignIn({ signingIn, isNext, onBack, Scanner }: StudentSignInProps) {
  const [step, setStep] = useState<Step>(() =>
    isNext && Scanner && lastWayIn() === 'card' ? { name: 'scan', isUnasked: true } : { name: 'class_code' },
  );
  const [code, setCode] = useState(() => deviceStorage.getItem(classCodeKey) ?? '');
  const { list, isLoading, load, callOff: callOffTiles } = useClassTiles();
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const { refusal, readCard, putAway } = useCardSignIn(signingIn);

  async function find(wanted: WantedTiles): Promise<boolean> {
    const found = await load(wanted);
    if (found === 'superseded') return false;
    setFailure(found);
    if (found && isInvalidCode(found)) {
      void toast('error', found.text);
      setStep({ name: 'class_code' });
    }
    return found === null;
  }

  async function findClass(typed: string): Promise<boolean> {
    setCode(typed);
    setFailure(null);
    void clearToasts();
    if (!(await find({ code: typed }))) return false;
    deviceStorage.setItem(classCodeKey, typed);
    setStep({ name: 'profile' });
    return true;
  }

  const begin = useEffectEvent(() => {
    if (isNext && step.name === 'class_code' && code !== '') void findClass(code);
  });
  useEffect(() => {
    const soon = setTimeout(() => begin());
    return () => clearTimeout(soon);
  }, []);

  function scan() {
    callOffTiles();
    void clearToasts();
    startTransition(() => setStep({ name: 'scan', isUnasked: false }));
  }

  function backToCode() {
    callOffTiles();
    putAway();
    void clearToasts();
    setFailure(null);
    setStep({ name: 'class_code' });
  }

  if (step.name === 'scan' && Scanner) {
    return (
      <SignInStep
        key="scan"
        title="Scan your card"
        hint={<Ear words={scanWords} />}
        room="page"
        onBack={backToCode}
      >
        <Suspense fallback={null}>
          <Scanner onRead={readCard} onCancel={backToCode} refusal={refusal} isUnasked={step.isUnasked} />
        </Suspense>
      </SignInStep>
    );
  }
  if (step.name === 'password') {
    const { pupil } = step;
    return (
      <SignInStep
        key="password"
        title={`Hello, ${pupil.first_name}!`}
        hint={nameOf(pupil)}
        picture={<AnimalAvatar name={pupil.avatar} size={88} />}
        room="page"
        begins="field"
        onBack={() => setStep({ name: 'profile' })}
      >
        <PupilPasswordForm pupil={pupil} signingIn={signingIn} />
      </SignInStep>
    );
  }
  if (step.name === 'profile' && list) {
    return (
      <SignInStep
        key="profile"
        title="Who are you?"
        hint={
          <>
            Tap your picture. <Ear words="Who are you? Tap your picture." />
          </>
        }
        room="page"
        onBack={backToCode}
      >
        <PupilPicker
          list={list}
          isLoading={isLoading}
          failure={failure}
          onSearch={(search) => find({ code: list.code, search })}
          onPage={(page) => find({ code: list.code, search: list.search, page })}
          onPick={(pupil) => setStep({ name: 'password', pupil })}
          onScan={Scanner && scan}
        />
      </SignInStep>
    );
  }
  return (
    <SignInStep
      key="class_code"
      title="Which class are you in?"
      hint={
        <>
          Your teacher has the class code. <Ear words={codeWords(Scanner !== undefined)} />
        </>
      }
      room="page"
      begins="field"
      onBack={onBack}
    >
      <ClassCodeForm
        initial={code}
        failure={failure}
        isLoading={isLoading}
        onCode={findClass}
        onScan={Scanner && scan}
      />
    </SignInStep>
  );
}
