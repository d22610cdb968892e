import '#src/ui/classroom-styles.ts';
import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Suspense } from 'react';
import type { WorkList } from '#src/features/works/my-works.rules.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { StorageFailed } from '#src/ui/storage-failed.tsx';
import { ParentLink } from './page-table.tsx';
import styles from './student.area.module.css';

const MyWorks = lazyWithRetry(async () => (await import('#src/features/works/my-works.tsx')).MyWorks);
const Passport = lazyWithRetry(async () => (await import('./pages/passport.area.tsx')).PassportArea);
const Raised = lazyWithRetry(async () => (await import('./certificates/raised.area.tsx')).RaisedArea);
const LearnWriting = lazyWithRetry(
  async () => (await import(/* part: classroom */ '#src/desk/use-own-stories.ts')).LearnWriting,
);

/** One list of what the child has made, and the way back. */
export function OwnList({ list }: { list: WorkList }) {
  useDocumentTitle(list);
  return (
    <div className={styles.list}>
      <ParentLink />
      <Title order={1}>{list}</Title>
      <Suspense fallback={null}>
        <ReplicaGate failed={(error) => <StorageFailed what="your work" error={error} />}>
          <LearnWriting />
        </ReplicaGate>
      </Suspense>
      <Suspense fallback={null}>
        <MyWorks list={list} />
      </Suspense>
    </div>
  );
}

/** What the child's books brought for causes. */
export function OwnRaised() {
  return (
    <div className={styles.list}>
      <Suspense fallback={null}>
        <Raised isStaff={false} breadcrumb={<ParentLink />} />
      </Suspense>
    </div>
  );
}

/** What the child has learned. */
export function OwnPassport() {
  return (
    <div className={styles.list}>
      <Suspense fallback={null}>
        <ReplicaGate failed={(error) => <StorageFailed what="your passport" error={error} />}>
          <LearnWriting />
          <Passport breadcrumb={<ParentLink />} />
        </ReplicaGate>
      </Suspense>
    </div>
  );
}
