import { UnstyledButton } from '@mantine/core';
import { startTransition, Suspense, useEffect, useState, type ComponentType } from 'react';
import type { PupilTile } from '#contract/students/students.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { usePlaceName } from '#src/session/use-session.ts';
import { Ear } from '#src/ui/ear.tsx';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { classCodeKey } from '../class-code-key.ts';
import { nameOf } from '../pupil-name.ts';
import { PupilPasswordForm } from '../pupil-password.form.tsx';
import { ScanButton } from '../scan-button.tsx';
import { SignInStep } from '../sign-in-step.tsx';
import { useCardSignIn, type QrScannerProps } from '../use-card-sign-in.ts';
import type { SigningIn } from '../use-sign-in.ts';
import { ClassTiles } from './class-tiles.tsx';
import { Faces } from './faces.tsx';
import { firstClass } from './faces.rules.ts';
import styles from './prepared-start.module.css';
import { ScanPanel, startWords } from './scan-panel.tsx';
import { useCameraHere } from './use-camera-here.ts';
import { usePreparedClasses } from './use-prepared-classes.ts';
import { useTouched } from './use-touched.ts';

/** Milliseconds without a touch after which the camera rests, and a password that was begun is nobody's. */
const untilQuiet = 60_000;

type Step =
  | { name: 'faces' }
  | { name: 'classes' }
  | { name: 'hello'; pupil: PupilTile }
  /** `pupil` is who had been picked before. */
  | { name: 'scan'; pupil: PupilTile | null };

interface PreparedStartProps {
  tenantId: string;
  signingIn: SigningIn;
  Scanner?: ComponentType<QrScannerProps> | undefined;
  /** To the steps of everybody else. */
  onOthers: () => void;
  /** The tablet is prepared no longer. */
  onNone: () => void;
}

/** The first page of a tablet that is prepared: the faces of its class, and the camera for cards beside them. */
export function PreparedStart({ tenantId, signingIn, Scanner, onOthers, onNone }: PreparedStartProps) {
  const classes = usePreparedClasses(tenantId, onNone);
  const [code, setCode] = useState(() => deviceStorage.getItem(classCodeKey));
  const [step, setStep] = useState<Step>({ name: 'faces' });
  const camera = useCameraHere();
  const { refusal, readCard, putAway } = useCardSignIn(signingIn);
  const place = usePlaceName();
  const isTouched = useTouched(untilQuiet, () => {
    if (step.name === 'hello') setStep({ name: 'faces' });
  });

  // Without the bar of the site at the top, and without its foot.
  useEffect(() => {
    document.documentElement.dataset['alone'] = '';
    return () => {
      delete document.documentElement.dataset['alone'];
    };
  }, []);

  function go(next: Step) {
    putAway();
    startTransition(() => setStep(next));
  }

  function choose(chosen: string) {
    deviceStorage.setItem(classCodeKey, chosen);
    setCode(chosen);
    go({ name: 'faces' });
  }

  if (classes === null) return null;
  const CardScanner = camera === 'none' ? null : (Scanner ?? null);

  if (step.name === 'scan' && CardScanner) {
    const { pupil } = step;
    const back = () => go(pupil ? { name: 'hello', pupil } : { name: 'faces' });
    return (
      <SignInStep key="scan" title="Scan your card" room="page" onBack={back}>
        <Suspense fallback={null}>
          <CardScanner onRead={readCard} onCancel={back} refusal={refusal} />
        </Suspense>
      </SignInStep>
    );
  }
  if (step.name === 'hello') {
    const { pupil } = step;
    return (
      <SignInStep
        key="hello"
        title={`Hello, ${pupil.first_name}!`}
        hint={nameOf(pupil)}
        picture={<AnimalAvatar name={pupil.avatar} size={88} />}
        room="page"
        begins="field"
        onBack={() => go({ name: 'faces' })}
      >
        <PupilPasswordForm pupil={pupil} signingIn={signingIn} isShown />
        {CardScanner && <ScanButton onClick={() => go({ name: 'scan', pupil })} />}
      </SignInStep>
    );
  }

  const shown = step.name === 'classes' ? null : firstClass(classes, code);
  const hint = shown ? 'Tap your picture' : 'Tap your class';
  const spoken = startWords(hint, CardScanner !== null).join(', ');
  return (
    <div className={styles.start}>
      <p className={styles.head}>
        <span className={styles.where}>
          <bdi className={styles.place}>{place}</bdi>
          {shown && (
            <>
              {' '}
              · <bdi>{shown.name}</bdi>
            </>
          )}
        </span>
        <Ear key={spoken} words={`${spoken}.`} />
      </p>
      <div className={styles.work} data-has-camera={CardScanner !== null}>
        <ScanPanel
          Scanner={CardScanner}
          isLive={camera && camera === 'granted' && isTouched}
          hint={hint}
          onRead={(text) => void readCard(text)}
          refusal={refusal}
          onScan={() => go({ name: 'scan', pupil: null })}
        />
        {shown ? (
          <Faces key={shown.code} tiles={shown.tiles} onPick={(pupil) => go({ name: 'hello', pupil })} />
        ) : (
          <ClassTiles classes={classes} onChoose={choose} />
        )}
      </div>
      <div className={styles.foot}>
        {shown && classes.length > 1 && (
          <UnstyledButton className={styles.way} onClick={() => go({ name: 'classes' })}>
            Another class
          </UnstyledButton>
        )}
        <UnstyledButton className={styles.way} onClick={onOthers}>
          Teacher or parent?
        </UnstyledButton>
      </div>
    </div>
  );
}
