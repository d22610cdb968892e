import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { NumberTiles } from '#src/ui/number-tiles.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { ActivityList } from './activity-list.tsx';
import { LastSignInsChart } from './last-sign-ins-chart.tsx';
import { SignInsChart } from './sign-ins-chart.tsx';
import { ToDoList } from './to-do-list.tsx';
import { useSchoolDashboard, type CountKey, type DashboardPlaces } from './use-school-dashboard.ts';
import styles from './dashboard.module.css';

const labels: Readonly<Record<CountKey, string>> = {
  students: 'Students',
  classes: 'Classes',
  teachers: 'Teachers',
  tablets: 'Tablets',
  archived: 'Archived',
};
const countKeys = Object.keys(labels) as CountKey[];

interface SchoolDashboardScreenProps {
  places: DashboardPlaces;
  /** Puts what comes before the numbers around them; left out, nothing does. */
  after?: (numbers: React.ReactNode) => React.ReactNode;
  api?: ApiClient;
}

/** How the school is doing, at a glance: the numbers as the school has them, without a network as they were seen last. */
export function SchoolDashboardScreen({
  places,
  after = (numbers) => numbers,
  api = apiClient,
}: SchoolDashboardScreenProps) {
  const { tenant } = useTenant();
  const { status, shown, isGone, busy, reload } = useSchoolDashboard(api);
  const isMissing = status === 'unreachable' || status === 'failed';

  return (
    <Screen
      title="Dashboard"
      description={tenant?.school_name}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          loading={busy && status !== 'loading'}
          onClick={reload}
        >
          Refresh
        </Button>
      }
    >
      {after(
        <>
          {isMissing && shown !== null && <KeptNote asOf={shown.as_of} />}
          {isMissing && shown === null ? (
            <AnswerMissing
              status={status}
              busy={busy}
              isGone={isGone}
              failed="The numbers of your school could not be fetched"
              unreachable={`The numbers of your school show up here ${asSoonAsReached}.`}
              onRetry={reload}
            />
          ) : (
            <NumberTiles
              tiles={countKeys.map((key) => ({
                label: labels[key],
                value: shown?.counts[key] ?? null,
                to: places.counts[key],
              }))}
            />
          )}
          <div className={styles.columns}>
            <div className={styles.stack}>
              {shown !== null && <ToDoList counts={shown.to_do} places={places.toDo} />}
              <ActivityList api={api} />
            </div>
            {shown !== null && (
              <div className={styles.stack}>
                <SignInsChart signIns={shown.sign_ins} />
                <LastSignInsChart lastSignIns={shown.last_sign_ins} />
              </div>
            )}
          </div>
        </>,
      )}
    </Screen>
  );
}
