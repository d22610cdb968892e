import { Anchor, Box, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { setupEndpoints } from '#contract/dashboard/setup.endpoints.ts';
import type { SetupAnswer, SetupList } from '#contract/dashboard/setup.schema.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useIsSending } from '#src/session/use-replica.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { notify } from '#src/ui/notify.tsx';
import { progressOf, stepsOf, type SetupPlaces, type ShownStep } from './setup-steps.rules.ts';
import styles from './setup.module.css';

function Step({ step: { label, hint, is_done, to } }: { step: ShownStep }) {
  return (
    <li className={styles.step} data-done={is_done}>
      {is_done ? (
        <IconCircleCheckFilled size={24} aria-hidden className={styles.done} />
      ) : (
        <IconCircle size={24} stroke={1.75} aria-hidden className={styles.open} />
      )}
      <div>
        {to === undefined ? (
          <Text fw={600}>{label}</Text>
        ) : (
          <Anchor component={Link} to={to} fw={600}>
            {label}
          </Anchor>
        )}
        <VisuallyHidden>{is_done ? ' (done)' : ' (to do)'}</VisuallyHidden>
        <Text c="dimmed">{hint}</Text>
      </div>
    </li>
  );
}

interface SetupSectionProps {
  /** Where the steps are done, for a school whose first class is this one. */
  placesOf: (classId: SetupList['class_id']) => SetupPlaces;
  /** The rest of the page, which is shown once it is known whether the steps come first: nothing moves down under a finger. */
  children?: ReactNode;
  api?: ApiClient;
}

/**
 * What a new school does first, read from what there is. Nothing where there is nothing to show: without a network, in a
 * school that was not registered, and in one that is through with it and has put it away.
 */
export function SetupSection({ placesOf, children, api = apiClient }: SetupSectionProps) {
  const load = useCallback((signal: AbortSignal) => api.call(setupEndpoints.read, {}, { signal }), [api]);
  const { status, value, reload } = useAnswer(load);
  return (
    <>
      <SetupSteps setup={value?.setup ?? null} placesOf={placesOf} api={api} reload={reload} />
      <Box display={status === 'loading' ? 'none' : 'contents'}>{children}</Box>
    </>
  );
}

interface SetupStepsProps extends Required<Pick<SetupSectionProps, 'placesOf' | 'api'>> {
  /** As the server answered. */
  setup: SetupList | null;
  reload: () => void;
}

function SetupSteps({ setup: answered, placesOf, api, reload }: SetupStepsProps) {
  const [changed, setChanged] = useState<SetupAnswer | null>(null);
  const [isChanging, setChanging] = useState(false);
  const isSending = useIsSending();
  const wasSending = useRef(isSending);
  // A class that was made a moment ago counts once the school has it.
  useEffect(() => {
    if (wasSending.current && !isSending) {
      setChanged(null);
      reload();
    }
    wasSending.current = isSending;
  }, [isSending, reload]);
  const setup = changed ? changed.setup : answered;
  if (!setup) return null;

  const steps = stepsOf(setup, placesOf(setup.class_id));
  const { done, all } = progressOf(steps);
  const isThrough = done === all;

  async function hide(is_hidden: boolean) {
    setChanging(true);
    try {
      setChanged(await api.call(setupEndpoints.hide, { body: { is_hidden } }));
    } catch (error) {
      notify.error(
        is_hidden ? 'The list could not be put away' : 'The list could not be taken out',
        error instanceof NoNetworkError ? cannotBeReached : undefined,
      );
    }
    setChanging(false);
  }

  if (setup.is_hidden) {
    if (isThrough) return null;
    return (
      <div>
        <Button variant="subtle" loading={isChanging} onClick={() => void hide(false)}>
          {`First steps: ${done} of ${all} done`}
        </Button>
      </div>
    );
  }
  return (
    <CardSection title={isThrough ? 'Your school is ready' : 'First steps'}>
      <div className={styles.progress}>
        <progress value={done} max={all} aria-label="First steps" />
        <Text c="dimmed">{`${done} of ${all} done`}</Text>
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
      <div>
        <Button variant="default" loading={isChanging} onClick={() => void hide(true)}>
          Hide this list
        </Button>
      </div>
    </CardSection>
  );
}
