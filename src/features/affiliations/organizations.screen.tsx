import { Button, Text } from '@mantine/core';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import type { OrganizationOfSchool } from '#contract/affiliations/affiliations.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useList } from '#src/session/use-list.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardList, CardRow, WaitingCards } from '#src/ui/card-list.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyHooksIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { usePages } from '#src/ui/use-pages.ts';

const bySince = { key: 'since', descending: true };
const keys = [bySince.key];
const pageSize = limits.pageDefault;

type Decision = 'accept' | 'decline' | 'leave';

/** What is asked before each, what it is called, and what is said when it is done. */
const decisions = {
  accept: {
    title: (name: string) => `Say yes to ${name}?`,
    question:
      'Its administrators can then enter your school and do there what you can do. You see in your dashboard who came and what they did, and you can leave at any time.',
    label: 'Say yes',
    done: 'Your school belongs to it now',
    failed: 'Your answer could not be given',
  },
  decline: {
    title: (name: string) => `Say no to ${name}?`,
    question: 'Nothing changes for your school. It cannot ask again for a week.',
    label: 'Say no',
    done: 'You said no',
    failed: 'Your answer could not be given',
  },
  leave: {
    title: (name: string) => `Leave ${name}?`,
    question:
      'Its administrators can enter your school no more, and anyone who is here now is signed out at once. What they did here stays.',
    label: 'Leave',
    done: 'Your school does not belong to it any more',
    failed: 'You could not leave',
  },
} as const;

interface RowProps {
  organization: OrganizationOfSchool;
  canDecide: boolean;
  onDecide: (decision: Decision) => void;
}

function Row({ organization, canDecide, onDecide }: RowProps) {
  const { school_name, host, state, since } = organization;
  const isAsking = state === 'asked';
  const answers = isAsking ? (
    <>
      <Button variant="default" aria-label={`Say no to ${school_name}`} onClick={() => onDecide('decline')}>
        Say no
      </Button>
      <Button aria-label={`Say yes to ${school_name}`} onClick={() => onDecide('accept')}>
        Say yes
      </Button>
    </>
  ) : (
    <Button variant="default" aria-label={`Leave ${school_name}`} onClick={() => onDecide('leave')}>
      Leave
    </Button>
  );
  return (
    <CardRow waiting={isAsking} actions={canDecide && answers}>
      <Text fw={600} size="lg">
        <bdi>{school_name}</bdi>
      </Text>
      {isAsking && <Text>Asks whether your school belongs to it.</Text>}
      <Text c="dimmed">
        {isAsking ? 'Asked' : 'Linked'} <Day at={since} />
      </Text>
      {host !== null && (
        <Text c="dimmed" size="sm">
          {host}
        </Text>
      )}
    </CardRow>
  );
}

/** The organizations that a school belongs to, and those that ask whether it does. */
export function OrganizationsScreen({ api = apiClient }: { api?: ApiClient }) {
  const user = useUser();
  const list = useListState(keys, bySince);
  const { page } = list;
  const deciding = useDialog<{ decision: Decision; organization: OrganizationOfSchool }>();
  const answer = useList(api, affiliationEndpoints.listOrganizations, { page, size: pageSize }, {});
  const { status, value, isGone, busy, reload } = answer;
  const pages = usePages(answer, list, pageSize);
  const { decision = 'accept', organization = null } = deciding.subject ?? {};
  const words = decisions[decision];
  const isMissing = status === 'unreachable' || status === 'failed';
  const isGuest = user?.visiting !== undefined;

  async function decide() {
    if (!organization) return;
    try {
      const params = { organizationId: organization.id };
      const tablets =
        decision === 'leave' ? (await api.call(affiliationEndpoints.leave, { params })).prepared_tablets : [];
      if (decision !== 'leave') await api.call(affiliationEndpoints[decision], { params });
      const names = tablets.map(({ name }) => name).join(', ');
      notify.success(
        words.done,
        tablets.length === 0
          ? organization.school_name
          : `Its people prepared ${names}. Look under Tablets to keep these tablets or take them back.`,
      );
    } catch (error) {
      notify.error(words.failed, failureOf(error).text);
    }
    // Also where a colleague was faster.
    reload();
  }

  return (
    <Screen
      title="Organizations"
      description={
        <span data-tour="organizations">
          Whose administrators may enter your school. Both sides have to say yes.
        </span>
      }
    >
      {isGuest && <Text>You are a guest here. The school’s own administrators decide about this.</Text>}
      {isMissing && (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The organizations could not be fetched"
          unreachable={`Your organizations show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {!isMissing && value === null && <WaitingCards />}
      {value?.count === 0 && (
        <EmptyState
          picture={<EmptyHooksIllustration />}
          title="Your school belongs to no organization"
          text="When one asks, you find its question here and get an email."
        />
      )}
      {value !== null && value.count > 0 && (
        <>
          <CardList label="Organizations" busy={busy}>
            {value.results.map((each) => (
              <Row
                key={each.id}
                organization={each}
                canDecide={!isGuest}
                onDecide={(chosen) => deciding.open({ decision: chosen, organization: each })}
              />
            ))}
          </CardList>
          <Pager
            page={page}
            pages={pages}
            pageSize={pageSize}
            count={value.count}
            noun={['organization', 'organizations']}
            onPage={list.goTo}
          />
        </>
      )}
      <ConfirmDialog
        opened={deciding.opened}
        onClose={deciding.close}
        title={words.title(organization?.school_name ?? '')}
        question={words.question}
        confirmLabel={words.label}
        danger={decision === 'leave'}
        onConfirm={decide}
      />
    </Screen>
  );
}
