import { Anchor, Title } from '@mantine/core';
import { IconDeviceTablet } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { dashboardAt } from '#contract/kit/paths.ts';
import { ClassShelf } from '#src/features/classes/class-shelf.tsx';
import { useClasses } from '#src/features/classes/classes.queries.ts';
import { CategoryWords } from '#src/features/dashboard/category-words.tsx';
import { WorkCounts } from '#src/features/dashboard/work-counts.tsx';
import { HeldMediaNotice } from '#src/features/dashboard/held-media.notice.tsx';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { StorageFailed } from '#src/ui/storage-failed.tsx';
import { sortRows } from '#src/ui/data-table.rows.ts';
import styles from '../home.module.css';

const dashboard = dashboardAt('Teacher Dashboard');
/** More than these are in the list. */
const room = 6;
const byName = [{ key: 'name', sortBy: ({ name }: SchoolClass) => name }];

function OwnClasses({ classes }: { classes: readonly SchoolClass[] }) {
  const first = sortRows(classes, byName, { key: 'name', descending: false }).slice(0, room);
  return (
    <section className={styles.section} aria-labelledby="home-classes">
      <div className={styles.heading}>
        <Title order={2} size="h3" id="home-classes">
          Your classes
        </Title>
        <span className={styles.links}>
          {classes.length > room && (
            <Anchor component={Link} to={dashboard}>
              All {classes.length.toLocaleString('en')} classes
            </Anchor>
          )}
          <Anchor component={Link} to={dashboardAt('Tablets')}>
            <IconDeviceTablet size={20} stroke={1.75} aria-hidden /> Tablets
          </Anchor>
        </span>
      </div>
      <ClassShelf classes={first} />
    </section>
  );
}

function Works() {
  return (
    <div className={styles.section}>
      <WorkCounts />
      <CategoryWords />
      <HeldMediaNotice />
    </div>
  );
}

/** What comes below waits for the classes, so that it does not move when they come. */
function ClassesAndWorks() {
  const { status, classes } = useClasses();
  if (status === 'loading') return null;
  return (
    <>
      {classes.length > 0 && <OwnClasses classes={classes} />}
      <Works />
    </>
  );
}

/** What a teacher finds on `/`: the classes that are on the device, the tablets, and what became of books and stories. */
export function TeacherHomePage() {
  return (
    <ReplicaGate
      failed={(error) => (
        <>
          <StorageFailed what="your classes" error={error} />
          <Works />
        </>
      )}
    >
      <ClassesAndWorks />
    </ReplicaGate>
  );
}
