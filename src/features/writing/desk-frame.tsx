import { VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconBulb, IconEye, IconPencil, IconStar, type TablerIcon } from '@tabler/icons-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DeskSlots } from '#src/desk/desk-slots.tsx';
import type { Step } from '#src/desk/story.rules.ts';
import { useDeskKeys } from '#src/desk/use-desk-keys.ts';
import { useDeskSize } from '#src/desk/use-desk-size.ts';
import styles from '#src/desk/desk.module.css';

const icons: Readonly<Record<Step, TablerIcon>> = {
  plan: IconBulb,
  write: IconPencil,
  preview: IconEye,
  check: IconStar,
};

interface DeskStepsProps {
  steps: readonly Step[];
  shown: Step;
  nameOf: (step: Step) => string;
  hrefOf: (step: Step) => string;
}

/** The parts of the guided way, as pictures, and as words where there is room. */
export function DeskSteps({ steps, shown, nameOf, hrefOf }: DeskStepsProps) {
  return (
    <nav aria-label="Steps" className={styles.stepsNav}>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const Icon = icons[step];
          return (
            <li key={step}>
              <Link
                to={hrefOf(step)}
                className={styles.step}
                aria-label={nameOf(step)}
                aria-current={step === shown ? 'step' : undefined}
              >
                <Icon size={24} stroke={1.75} aria-hidden />
                <span className={styles.stepName}>{nameOf(step)}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface DeskFrameProps {
  /** What the work is called. */
  title: string;
  back: { to: string; label: string };
  steps?: ReactNode;
  /** Reads out what to do here. */
  ear: ReactNode;
  /** What stands at the lower edge where nothing is written. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The desk: the way back and the steps, the work, and the bar at the thumb. Only the work scrolls. */
export function DeskFrame({ title, back, steps, ear, foot, children }: DeskFrameProps) {
  const desk = useRef<HTMLDivElement>(null);
  const [undo, setUndo] = useState<HTMLElement | null>(null);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useDeskSize(desk);
  useDeskKeys(desk);
  useDocumentTitle(title);
  const slots = useMemo(() => ({ undo, strip, bar }), [undo, strip, bar]);
  return (
    <DeskSlots value={slots}>
      <div ref={desk} className={styles.desk}>
        <div className={styles.top} data-part>
          <div className={styles.band} aria-hidden />
          <VisuallyHidden component="h1" dir="auto">
            {title}
          </VisuallyHidden>
          <Link to={back.to} className={styles.back} aria-label={back.label}>
            <IconArrowLeft size={26} stroke={1.75} aria-hidden />
          </Link>
          {steps}
          <div className={styles.side}>
            <div ref={setUndo} className={styles.undo} />
            <div className={styles.ear} data-alone={foot ? true : undefined}>
              {ear}
            </div>
          </div>
        </div>
        <div className={styles.work} data-part data-desk-work tabIndex={-1}>
          {children}
        </div>
        <div ref={setStrip} className={styles.stripPlace} data-part />
        <div ref={setBar} className={styles.bar} data-part>
          {foot && <div className={styles.foot}>{foot}</div>}
        </div>
      </div>
    </DeskSlots>
  );
}
