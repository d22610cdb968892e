import { Text, Title } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { ClassProgress, type Learner } from '#contract/learning/assignments.schema.ts';
import { learningEndpoints } from '#contract/learning/learning.endpoints.ts';
import { isHandedIn } from '#contract/learning/assignments.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { sayDate } from '#src/lib/days.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { useNow } from '#src/ui/moments.ts';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { columnsOf } from './class-progress.columns.tsx';
import styles from './learning.module.css';

/** Children on a page of the list. */
const pageSize = 100;

function wordsOf({ page, is_set, due, results }: ClassProgress): string {
  const day = due === null ? 'no last day' : `until ${sayDate(due)}`;
  const help = results.filter((child) => child.help !== null).length;
  const many = counted(help, 'child', 'children');
  const isChallenge = page.kind === 'challenge';
  const begun = results.filter(({ entry, last_done_at }) =>
    isChallenge ? entry !== null : last_done_at !== null,
  ).length;
  const handedIn = results.filter(({ entry }) => isHandedIn(entry)).length;
  return [
    is_set ? `Set, ${day}` : 'Not set for this class',
    `${begun} of ${results.length} have begun${isChallenge ? `, ${handedIn} handed in` : ''}`,
    help > 0 && `${many} may need help`,
  ]
    .filter((part) => part !== false)
    .join('. ');
}

function useProgress(api: ApiClient, { classId, pageId }: { classId: string; pageId: string }, page: number) {
  const offset = (page - 1) * pageSize;
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        learningEndpoints.readClass,
        { params: { classId }, query: { page: pageId, limit: pageSize, offset } },
        { signal },
      ),
    [api, classId, pageId, offset],
  );
  const question = `${classId} ${pageId} ${offset}`;
  return useKeptAnswer({ name: 'learning of classes', question, schema: ClassProgress }, load);
}

interface ClassProgressScreenProps {
  classId: string;
  className: string;
  course: Pick<ClassProgress['page'], 'id' | 'kind' | 'title'> & { href: string };
  /** The way to the certificate of a child who finished all lessons. */
  certificate?: ((child: Learner) => ReactNode) | undefined;
  api?: ApiClient;
}

/** How far the children of a class are in a course, or with a challenge. */
export function ClassProgressScreen({
  classId,
  className,
  course,
  certificate,
  api = apiClient,
}: ClassProgressScreenProps) {
  const [page, setPage] = useState(1);
  const answer = useProgress(api, { classId, pageId: course.id }, page);
  const { value, as_of, busy, reload } = answer;
  const now = useNow();
  const count = value?.count ?? 0;
  return (
    <Screen
      title={`How far they are: ${className}`}
      breadcrumb={<BackLink to={course.href}>{course.title}</BackLink>}
      description={value && <Text>{wordsOf(value)}</Text>}
    >
      {as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
      <ListFrame
        narrowed={false}
        onShowAll={() => setPage(1)}
        answer={answer}
        failed="How far they are could not be fetched"
        unreachable={`How far they are shows up here ${asSoonAsReached}.`}
        pager={
          count > 0 && (
            <Pager
              page={page}
              pages={Math.ceil(count / pageSize)}
              pageSize={pageSize}
              count={count}
              noun={['child', 'children']}
              onPage={setPage}
            />
          )
        }
      >
        <DataTable
          caption={`How far the children are: ${course.title}`}
          columns={columnsOf({
            page: value?.page ?? course,
            lessons: value?.lessons ?? [],
            now,
            classId,
            certificate,
          })}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          empty={
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="Nobody is in this class yet"
              text="Add students to the class, and they show up here."
            />
          }
        />
      </ListFrame>
      {value && value.lessons.length > 0 && (
        <section>
          <Title order={2} size="h4">
            The lessons
          </Title>
          <ol className={styles.key}>
            {value.lessons.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ol>
        </section>
      )}
    </Screen>
  );
}
