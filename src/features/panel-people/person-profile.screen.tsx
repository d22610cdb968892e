import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { personEndpoints } from '#contract/panel/people.endpoints.ts';
import type { PersonProfile } from '#contract/panel/people.schema.ts';
import { childrenReasons } from '#contract/panel/panel.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import styles from '#src/panel/panel.module.css';
import { PersonActDialog } from './person-act.dialog.tsx';
import { actWords, nameOf, type PersonAct } from './person-acts.ts';
import { PersonFacts, PersonSections, type PersonWords } from '#src/panel/person-sections.tsx';

interface PersonProfileScreenProps {
  userId: string;
  words: PersonWords;
  breadcrumb: ReactNode;
  api?: ApiClient;
}

/** What can be done to somebody now, the most usual last. */
function actsOn({ state }: PersonProfile, isOwn: boolean): readonly PersonAct[] {
  if (isOwn) return ['link'];
  return state === 'archived' ? ['restore'] : ['archive', 'end', 'link'];
}

/** `/admin-panel/userprofile/{userId}`: somebody of any school, and what the platform may do to them there. */
export function PersonProfileScreen(props: PersonProfileScreenProps) {
  const { userId, words, breadcrumb, api = apiClient } = props;
  const user = useUser();
  const [address] = useSearchParams();
  const acting = useDialog<PersonAct>();
  const [school, reason] = [address.get('school'), oneOf(childrenReasons, address.get('reason'))];
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        personEndpoints.readPerson,
        {
          params: { id: userId },
          query: { ...(school && { tenant_id: school }), ...(reason && { reason }) },
        },
        { signal },
      ),
    [api, userId, school, reason],
  );
  const { status, value: person, isGone, busy, reload } = useAnswer(load);
  const staff = person?.staff ?? null;
  const title = person ? nameOf(person) : 'Profile';
  const here = useWayHere(title);
  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      description={
        person && (
          <Link to={paths.platform.tenant({ tenantId: person.tenant.id })} className={styles.quiet}>
            <bdi>{person.tenant.school_name}</bdi>
          </Link>
        )
      }
      actions={
        person &&
        staff && (
          <>
            {actsOn(person, person.id === user?.id).map((act) => (
              <Button key={act} variant="default" onClick={() => acting.open(act)}>
                {actWords(act, person).act}…
              </Button>
            ))}
            {person.state !== 'archived' && (
              <Button
                component={Link}
                to={panelPaths.person({ userId: person.id })}
                state={here}
                leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
              >
                Edit
              </Button>
            )}
          </>
        )
      }
    >
      {(status === 'unreachable' || status === 'failed') && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This person could not be fetched"
          unreachable={`This person shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {status === 'loading' && (
        <>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <Skeleton height={240} aria-hidden />
        </>
      )}
      {person && (
        <div className={styles.sections}>
          <CardSection title="Facts">
            <PersonFacts person={person} />
          </CardSection>
          {staff && <PersonSections staff={staff} words={words} />}
          <PersonActDialog
            act={acting.subject}
            opened={acting.opened}
            person={person}
            api={api}
            onDone={reload}
            onClose={acting.close}
          />
        </div>
      )}
    </Screen>
  );
}
