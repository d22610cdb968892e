import { Button, Group, Skeleton, Text } from '@mantine/core';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import type { RequestDetails } from '#contract/requests/requests.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { CardSection } from '#src/ui/card-section.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { AnswerForm } from './answer.form.tsx';
import { InvitedSchools } from './invited-schools.tsx';
import { RequestFields } from './request-fields.tsx';
import { kindWords, stateWords } from './requests.words.ts';
import { useRequestDetails } from './use-requests.ts';
import styles from './request-details.module.css';

interface RequestDetailsViewProps {
  id: string;
  /** Address of the list. */
  page: string;
  api: ApiClient;
}

type Decide = ReturnType<typeof useDeciding>['decide'];

interface ActionsProps {
  request: RequestDetails;
  api: ApiClient;
  isDeciding: boolean;
  decide: Decide;
}

/** What can be done about it beside an answer. */
function Actions({ request, api, isDeciding, decide }: ActionsProps) {
  const user = useUser();
  const params = { requestId: request.id };
  const seen = request.updated_at;
  const isMine = request.assigned_to?.id === user?.id;
  const isDone = request.state === 'closed' || request.state === 'spam';
  const to = (state: 'open' | 'closed' | 'spam', done: string) =>
    void decide(() => api.call(requestEndpoints.decide, { params, body: { seen, state } }), done);
  return (
    <Group gap="sm">
      {!isDone && (
        <Button
          variant="default"
          disabled={isDeciding}
          onClick={() =>
            void decide(
              () => api.call(requestEndpoints.assign, { params, body: { seen, to_me: !isMine } }),
              isMine ? 'Left to others' : 'It is yours',
            )
          }
        >
          {isMine ? 'Leave it to others' : 'I take it'}
        </Button>
      )}
      {!isDone && (
        <Button variant="default" disabled={isDeciding} onClick={() => to('closed', 'Closed')}>
          Close
        </Button>
      )}
      {!isDone && (
        <Button
          variant="subtle"
          color="gray"
          disabled={isDeciding}
          onClick={() => to('spam', 'Marked as spam')}
        >
          This is spam
        </Button>
      )}
      {isDone && (
        <Button variant="default" disabled={isDeciding} onClick={() => to('open', 'Open again')}>
          Open it again
        </Button>
      )}
    </Group>
  );
}

/** One message: what was sent, and what is done about it. */
export function RequestDetailsView({ id, page, api }: RequestDetailsViewProps) {
  const { value: request, status, busy, isGone, reload } = useRequestDetails(api, id);
  const { isDeciding, decide } = useDeciding(notify, reload);
  const back = <BackLink to={page}>Messages</BackLink>;
  if (request === null && status === 'loading')
    return <Skeleton height={320} m="lg" role="status" aria-label="Loading" />;
  if (request === null)
    return (
      <Screen title="Message" breadcrumb={back}>
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          way={{ to: page, label: 'All messages' }}
          failed="The message could not be fetched"
          unreachable={`The message shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      </Screen>
    );
  const { kind, reference, state, name, email, from_school, assigned_to, created_at } = request;
  const write = (
    letters: typeof requestEndpoints.invite | typeof requestEndpoints.remind,
    emails: string[],
  ) =>
    void decide(
      () => api.call(letters, { params: { requestId: id }, body: { seen: request.updated_at, emails } }),
      emails.length === 1 ? 'The invitation is on its way' : `${emails.length} invitations are on their way`,
    );
  return (
    <Screen title={reference} description={`${kindWords[kind]} · ${stateWords[state]}`} breadcrumb={back}>
      <div className={styles.page} aria-busy={busy}>
        <CardSection title="What was sent">
          <RequestFields {...request} />
        </CardSection>
        {request.schools.length > 0 && (
          <CardSection title="Schools">
            <InvitedSchools
              schools={request.schools}
              mayInvite={state !== 'new' && state !== 'spam'}
              isBusy={isDeciding}
              onInvite={(emails) => write(requestEndpoints.invite, emails)}
              onRemind={(emails) => write(requestEndpoints.remind, emails)}
            />
          </CardSection>
        )}
        <CardSection title="From">
          <Text>{name === '' ? 'No name was given' : <bdi>{name}</bdi>}</Text>
          <Text>{email ?? 'No email address was given'}</Text>
          {from_school !== null && (
            <Text>
              Written at <bdi>{from_school}</bdi>
            </Text>
          )}
          <Text c="dimmed">Sent {sayInFull(created_at)}</Text>
          {assigned_to !== null && (
            <Text>
              <bdi>{assigned_to.name}</bdi> has it.
            </Text>
          )}
          <Actions request={request} api={api} isDeciding={isDeciding} decide={decide} />
        </CardSection>
        {request.answer !== null && (
          <CardSection title="Answer">
            <Text className={styles.lines} dir="auto">
              {request.answer}
            </Text>
            <Text c="dimmed">
              {request.answered_by && <bdi>{request.answered_by.name}</bdi>}
              {request.answered_at !== null && `, ${sayInFull(request.answered_at)}`}
            </Text>
          </CardSection>
        )}
        {email !== null && state !== 'new' && state !== 'spam' && (
          <CardSection title={request.answer === null ? 'Answer' : 'Write once more'}>
            <AnswerForm
              request={request}
              onSend={(words) =>
                decide(
                  () =>
                    api.call(requestEndpoints.answer, {
                      params: { requestId: id },
                      body: { seen: request.updated_at, words },
                    }),
                  'Your answer is on its way',
                )
              }
            />
          </CardSection>
        )}
      </div>
    </Screen>
  );
}
