import { Button, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import type { AskedSchool } from '#contract/affiliations/affiliations.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardList, CardRow } from '#src/ui/card-list.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Day } from '#src/ui/day.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import styles from './affiliations.module.css';

interface AskedSchoolsSectionProps {
  api: ApiClient;
  /** The latest of them. */
  schools: readonly AskedSchool[];
  /** How many there are in all. */
  count: number;
  canDecide: boolean;
  onChanged: () => void;
}

/** The schools that have not answered yet. Nothing where there are none. */
export function AskedSchoolsSection({ api, schools, count, canDecide, onChanged }: AskedSchoolsSectionProps) {
  const titleId = useId();
  const withdrawing = useDialog<AskedSchool>();

  async function withdraw() {
    if (!withdrawing.subject) return;
    try {
      await api.call(affiliationEndpoints.withdraw, { params: { schoolId: withdrawing.subject.id } });
      notify.success('Question taken back');
    } catch (error) {
      notify.error('The question could not be taken back', failureOf(error).text);
    }
    onChanged();
  }

  return (
    <>
      {count > 0 && (
        <section className={styles.section} aria-labelledby={titleId}>
          <Title order={2} size="h3" id={titleId}>
            Waiting for an answer
          </Title>
          <CardList>
            {schools.map((school) => (
              <CardRow
                key={school.id}
                actions={
                  canDecide && (
                    <Button
                      variant="default"
                      aria-label={`Take back the question to ${school.school_name}`}
                      onClick={() => withdrawing.open(school)}
                    >
                      Take back
                    </Button>
                  )
                }
              >
                <Text fw={600}>
                  <bdi>{school.school_name}</bdi>
                </Text>
                <Text c="dimmed">
                  Asked <Day at={school.asked_at} />
                  {school.asked_by !== null && (
                    <>
                      {' '}
                      by <bdi>{school.asked_by}</bdi>
                    </>
                  )}
                </Text>
              </CardRow>
            ))}
          </CardList>
          {count > schools.length && (
            <Text c="dimmed">And {(count - schools.length).toLocaleString('en')} more.</Text>
          )}
        </section>
      )}
      <ConfirmDialog
        opened={withdrawing.opened}
        onClose={withdrawing.close}
        title={`Take back the question to ${withdrawing.subject?.school_name ?? ''}?`}
        question="The school finds nothing to answer any more. You can ask it again."
        confirmLabel="Take back"
        onConfirm={withdraw}
      />
    </>
  );
}
