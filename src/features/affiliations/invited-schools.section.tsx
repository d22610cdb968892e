import { Button, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import type { InvitedSchool } from '#contract/affiliations/affiliations.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardList, CardRow } from '#src/ui/card-list.tsx';
import { Day } from '#src/ui/day.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from './affiliations.module.css';

interface InvitedSchoolsSectionProps {
  api: ApiClient;
  /** The latest of them. */
  schools: readonly InvitedSchool[];
  /** How many there are in all. */
  count: number;
  canDecide: boolean;
  onChanged: () => void;
}

/** The schools that were invited to register and have not done so. Nothing where there are none. */
export function InvitedSchoolsSection({
  api,
  schools,
  count,
  canDecide,
  onChanged,
}: InvitedSchoolsSectionProps) {
  const titleId = useId();

  async function sendAgain({ email }: InvitedSchool) {
    try {
      await api.call(affiliationEndpoints.invite, { body: { email } });
      notify.success('Invitation sent again', 'The link before works no longer.');
    } catch (error) {
      notify.error('The invitation could not be sent', failureOf(error).text);
    }
    onChanged();
  }

  async function takeBack({ id }: InvitedSchool) {
    try {
      await api.call(affiliationEndpoints.uninvite, { params: { invitationId: id } });
      notify.success('Invitation taken back');
    } catch (error) {
      notify.error('The invitation could not be taken back', failureOf(error).text);
    }
    onChanged();
  }

  if (count === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" id={titleId}>
        Invited to register
      </Title>
      <CardList>
        {schools.map((school) => (
          <CardRow
            key={school.id}
            actions={
              canDecide && (
                <>
                  <Button
                    variant="default"
                    aria-label={`Take back the invitation of ${school.email}`}
                    onClick={() => void takeBack(school)}
                  >
                    Take back
                  </Button>
                  <Button
                    variant="default"
                    aria-label={`Send the invitation to ${school.email} again`}
                    onClick={() => void sendAgain(school)}
                  >
                    Send again
                  </Button>
                </>
              )
            }
          >
            <Text fw={600}>{school.email}</Text>
            <Text c="dimmed">
              {school.is_expired ? 'The link is too old: invited' : 'Invited'} <Day at={school.sent_at} /> by{' '}
              <bdi>{school.invited_by}</bdi>
            </Text>
          </CardRow>
        ))}
      </CardList>
      {count > schools.length && (
        <Text c="dimmed">And {(count - schools.length).toLocaleString('en')} more.</Text>
      )}
    </section>
  );
}
