import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { reportWords } from '#contract/moderation/moderation.rules.ts';
import { moderationWords, type Report, type ReportedWork } from '#contract/moderation/moderation.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import { useFormDraft } from '#src/session/use-form-draft.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FormModal } from '#src/ui/form-modal.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { sayDay, saySince, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { ReasonForm, useReasonForm } from '#src/ui/reason-form.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { usePages } from '#src/ui/use-pages.ts';
import styles from './moderation.module.css';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
const size = limits.pageDefault;

interface ReportsScreenProps {
  readHref: (work: ReportedWork) => string;
  /** The way back to where one came from, where it is no page of a menu. */
  breadcrumb?: ReactNode;
  api?: ApiClient;
}

/** What readers told about books and stories, and what was taken down. Somebody decides about each. */
export function ReportsScreen({ readHref, breadcrumb, api = apiClient }: ReportsScreenProps) {
  const list = useListState(keys, oldest);
  const { page } = list;
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(moderationEndpoints.list, { query: { limit: size, offset: (page - 1) * size } }, { signal }),
    [api, page],
  );
  const answer = useAnswer(load);
  const { status, value, isGone, busy, reload } = answer;
  const pages = usePages(answer, list, size);
  const { isDeciding, decide } = useDeciding(notify, reload);
  const takingDown = useDialog<ReportedWork>();

  const of = ({ id }: ReportedWork) => ({ params: { workId: id } });
  const takeDown = (work: ReportedWork) => (reason: string) =>
    decide(
      () => api.call(moderationEndpoints.takeDown, { ...of(work), body: { reason } }),
      'It is taken down.',
    );
  return (
    <Screen
      title="Reports"
      description="What readers told about books and stories. The oldest comes first."
      breadcrumb={breadcrumb}
    >
      <div className={styles.queue}>
        {value === null && status === 'loading' && (
          <Skeleton height={200} role="status" aria-label="Loading" />
        )}
        {value === null && (status === 'failed' || status === 'unreachable') && (
          <AnswerMissing
            status={status}
            busy={busy}
            isGone={isGone}
            failed="The reports could not be fetched"
            unreachable={`What readers told shows up here ${asSoonAsReached}.`}
            onRetry={reload}
          />
        )}
        {value?.count === 0 && (
          <EmptyState
            picture={<EmptyShelfIllustration />}
            title="Nobody reported anything"
            text="Readers can say on the page of a book or story that something is not right. It shows up here."
          />
        )}
        {value && value.results.length > 0 && (
          <ul className={styles.list} aria-busy={busy}>
            {value.results.map((work) => (
              <ReportedCard
                key={work.id}
                work={work}
                href={readHref(work)}
                busy={busy || isDeciding}
                onKeep={() =>
                  void decide(() => {
                    const reports = work.reports.map(({ id }) => id);
                    return api.call(moderationEndpoints.keep, { ...of(work), body: { reports } });
                  }, 'It stays. What was told is done.')
                }
                onTakeDown={() => takingDown.open(work)}
                onReinstate={() =>
                  void decide(
                    () => api.call(moderationEndpoints.reinstate, of(work)),
                    'It may be on the shelf again.',
                  )
                }
              />
            ))}
          </ul>
        )}
        {value && value.count > size && (
          <Pager
            count={value.count}
            page={page}
            pages={pages}
            pageSize={size}
            noun={['report', 'reports']}
            onPage={list.goTo}
          />
        )}
      </div>
      <FormModal opened={takingDown.opened} title="Take it down" onClose={takingDown.close}>
        {takingDown.subject && (
          <TakedownForm
            work={takingDown.subject}
            onSubmit={takeDown(takingDown.subject)}
            onClose={takingDown.close}
          />
        )}
      </FormModal>
    </Screen>
  );
}

interface ReportedCardProps {
  work: ReportedWork;
  href: string;
  busy: boolean;
  onKeep: () => void;
  onTakeDown: () => void;
  onReinstate: () => void;
}

function ReportedCard({ work, href, busy, onKeep, onTakeDown, onReinstate }: ReportedCardProps) {
  const { author, reports, taken_down_at, state } = work;
  const now = useNow();
  const name = titleOf(work);
  return (
    <li className={styles.card} aria-label={name}>
      <Title order={2} size="h3" dir="auto">
        {name}
      </Title>
      {author !== null && (
        <Text c="dimmed">
          by <bdi>{author}</bdi>
        </Text>
      )}
      {taken_down_at !== null && <StateMark good={false} text={`Taken down ${sayDay(taken_down_at, now)}`} />}
      <ul className={styles.reports}>
        {reports.map((each) => (
          <ReportLine key={each.id} told={each} />
        ))}
      </ul>
      <Group gap="sm">
        <Anchor component={Link} to={href}>
          Read it
        </Anchor>
        {reports.length > 0 && (
          <Button variant="default" disabled={busy} onClick={onKeep}>
            It may stay
          </Button>
        )}
        {taken_down_at !== null ? (
          <Button variant="default" disabled={busy} onClick={onReinstate}>
            Let it back
          </Button>
        ) : (
          (state === 'published' || state === 'withdrawn') && (
            <Button color="red" disabled={busy} onClick={onTakeDown}>
              Take it down
            </Button>
          )
        )}
      </Group>
    </li>
  );
}

function ReportLine({ told: { reason, words, by, reported_at } }: { told: Report }) {
  const now = useNow();
  return (
    <li>
      <Text>
        <strong>{reportWords[reason]}</strong>
      </Text>
      {words !== '' && (
        <Text dir="auto" className={styles.words}>
          {words}
        </Text>
      )}
      <Text c="dimmed">
        {by === null ? 'A visitor' : <bdi>{by}</bdi>}, {saySince(reported_at, now)}
      </Text>
    </li>
  );
}

interface TakedownFormProps {
  work: ReportedWork;
  /** True once it is taken down. */
  onSubmit: (reason: string) => Promise<boolean>;
  onClose: () => void;
}

function TakedownForm({ work: { id, title }, onSubmit, onClose }: TakedownFormProps) {
  const form = useReasonForm();
  const draft = useFormDraft(`take-down ${id}`, form);
  return (
    <ReasonForm
      form={form}
      draft={draft}
      maxLength={moderationWords}
      question={`Nobody reads “${title}” any more, also on tablets that keep it, as soon as they have a network. You can let it back later.`}
      label="A kind word to the author"
      reader="The author reads why, and not who reported it."
      submitLabel="Take it down"
      danger
      onSubmit={onSubmit}
      onClose={onClose}
    />
  );
}
