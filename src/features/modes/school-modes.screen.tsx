import { Anchor, Button, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { modeEndpoints } from '#contract/modes/modes.endpoints.ts';
import { modeOf, offeredModes } from '#contract/modes/modes.rules.ts';
import type { Mode } from '#contract/modes/modes.schema.ts';
import { asSoonAsReached, cannotBeReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { noteMode } from '#src/session/modes.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import { NoNetworkError } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { WaitingCards } from '#src/ui/card-list.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import styles from './school-modes.module.css';

interface ModeCardProps {
  mode: Mode;
  isDefault: boolean;
  busy: boolean;
  onChange: (locked: boolean) => void;
}

function ModeCard({ mode: { name, image, locked }, isDefault, busy, onChange }: ModeCardProps) {
  return (
    <li className={styles.card} data-locked={locked}>
      <img src={image} alt="" className={styles.picture} />
      <div className={styles.words}>
        <Text fw={600} size="lg">
          {name}
        </Text>
        <Text c="dimmed" className={styles.state}>
          {locked && <IconLock size={18} stroke={1.75} aria-hidden />}
          {locked ? 'Locked' : isDefault ? 'Open, and everybody begins with it' : 'Open'}
        </Text>
        <Button
          variant="default"
          loading={busy}
          aria-label={`${locked ? 'Open' : 'Lock'} ${name}`}
          onClick={() => onChange(!locked)}
        >
          {locked ? 'Open' : 'Lock'}
        </Button>
      </div>
    </li>
  );
}

/** Why nobody sees the picker, or why it has nothing to pick. */
function Notice({ modes }: { modes: readonly Mode[] }) {
  const { tenant } = useTenant();
  if (tenant?.switchboard !== true)
    return (
      <Text>
        Nobody here sees the picker yet: the switchboard is off. You can turn it on in{' '}
        <Anchor component={Link} to={paths.school.profile()}>
          Profile
        </Anchor>
        .
      </Text>
    );
  if (modeOf(modes, null) === null)
    return (
      <Text>All modes are locked, so nobody can pick one, and the shelves show books of all modes.</Text>
    );
  return null;
}

/** Which modes the people of the school can pick from. */
export function SchoolModesScreen() {
  const [changed, setChanged] = useState<readonly Mode[]>([]);
  const [busyId, setBusyId] = useState<string | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => apiClient.call(modeEndpoints.list, { query: { limit: 100 } }, { signal }),
    [],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const modes = offeredModes(
    (value?.results ?? []).map((mode) => changed.findLast(({ id }) => id === mode.id) ?? mode),
  );
  const isMissing = status === 'unreachable' || status === 'failed';

  async function setLock(mode: Mode, locked: boolean) {
    setBusyId(mode.id);
    try {
      const now = await apiClient.call(modeEndpoints.setLock, { params: { id: mode.id }, body: { locked } });
      setChanged((before) => [...before, now]);
      noteMode(now);
      notify.success(locked ? 'The mode is locked' : 'The mode is open', mode.name);
    } catch (error) {
      notify.error(
        `${mode.name} could not be ${locked ? 'locked' : 'opened'}`,
        error instanceof NoNetworkError ? cannotBeReached : 'Please try again.',
      );
    }
    setBusyId(null);
  }

  return (
    <Screen
      title="Modes"
      description="Parts of the library. Anyone in one finds its books on the shelves. A locked one is shown blurred, and nobody can pick it."
    >
      {isMissing && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The modes could not be fetched"
          unreachable={`The modes show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {!isMissing && value === null && <WaitingCards />}
      {value !== null && modes.length === 0 && (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="There are no modes yet"
          text="Modes are made for all schools. When there is one, you can lock it here."
        />
      )}
      {modes.length > 0 && (
        <>
          <Notice modes={modes} />
          <ul className={styles.cards} aria-label="Modes">
            {modes.map((mode) => (
              <ModeCard
                key={mode.id}
                mode={mode}
                isDefault={modeOf(modes, null)?.id === mode.id}
                busy={busyId === mode.id}
                onChange={(locked) => void setLock(mode, locked)}
              />
            ))}
          </ul>
        </>
      )}
    </Screen>
  );
}
