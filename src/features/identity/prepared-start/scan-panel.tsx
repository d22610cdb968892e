import { Title } from '@mantine/core';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { HeldCardIllustration } from '#src/ui/pictures/held-card-illustration.tsx';
import { ScanButton } from '../scan-button.tsx';
import type { QrScannerProps } from '../use-card-sign-in.ts';
import styles from './prepared-start.module.css';
import { UnsentLine } from './unsent-line.tsx';

/** What to do here: with the camera, and by the faces; they are read out as well. */
export function startWords(hint: string, hasCamera: boolean): readonly string[] {
  return hasCamera ? ['Hold up your card', `or ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`] : [hint];
}

interface ScanPanelProps {
  /** Null where there is no camera: then the faces are the way in. */
  Scanner: ComponentType<QrScannerProps> | null;
  /** Whether the camera runs by itself; null until it is known. */
  isLive: boolean | null;
  /** What stands above, where there are no faces to tap. */
  hint: string;
  onRead: (text: string) => void;
  refusal: string | null;
  /** Somebody wants the camera on a page of its own, which asks for it. */
  onScan: () => void;
}

/** The camera beside the faces, or the way to it. */
export function ScanPanel({ Scanner, isLive, hint, onRead, refusal, onScan }: ScanPanelProps) {
  if (Scanner === null) {
    return (
      <div className={styles.words}>
        <Heading>{hint}</Heading>
        <UnsentLine />
      </div>
    );
  }
  const [title = '', beside] = startWords(hint, true);
  const words = (
    <>
      <Heading>{title}</Heading>
      <p className={styles.or}>{beside}</p>
      <UnsentLine />
    </>
  );
  const resting = (action: ReactNode) => (
    <div className={styles.resting}>
      <span className={styles.drawing}>
        <HeldCardIllustration />
      </span>
      <div className={styles.beside}>
        {words}
        {action}
      </div>
    </div>
  );
  return (
    <div className={styles.panel}>
      {isLive ? (
        <Suspense fallback={resting(null)}>
          <Scanner onRead={onRead} onCancel={onScan} refusal={refusal} isUnasked beside={words} />
        </Suspense>
      ) : (
        resting(isLive === false && <ScanButton onClick={onScan} />)
      )}
    </div>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={1} tabIndex={-1} className={styles.title}>
      {children}
    </Title>
  );
}
