import { Alert, Anchor, Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconInfoCircle, IconPencil } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { countryName } from '#contract/kit/countries.ts';
import { paths } from '#contract/kit/paths.ts';
import { mayChange } from '#contract/members/members.rules.ts';
import { MemberDetails } from '#contract/members/members.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { roleName } from '#src/session/dashboards.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Day } from '#src/ui/day.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { useWayHere } from '#src/ui/way-back.ts';
import { ArchiveMemberDialog } from './archive-member.dialog.tsx';
import { restoreMember } from './archive-member.ts';
import { MemberPortrait } from './member-portrait.tsx';
import { nameOf } from './member-words.ts';
import styles from './members.module.css';
import { PreparedTablets } from './prepared-tablets.tsx';
import { readMember } from './read-member.ts';

interface MemberProfileScreenProps {
  userId: string;
  breadcrumb: ReactNode;
  api?: ApiClient;
}

function Facts({ member }: { member: MemberDetails }) {
  const { email, pending_email, role, country, last_login, classes } = member;
  return (
    <dl className={styles.facts}>
      <dt>Email</dt>
      <dd>
        <Anchor href={`mailto:${email}`}>{email}</Anchor>
        {pending_email !== null && (
          <Text c="dimmed" size="sm">
            {pending_email} is not confirmed yet
          </Text>
        )}
      </dd>
      <dt>Role</dt>
      <dd>{roleName(role)}</dd>
      <dt>Country</dt>
      <dd>{country === null ? 'Not given' : countryName(country)}</dd>
      <dt>Last sign-in</dt>
      <dd>{last_login === null ? 'Never' : <Day at={last_login} />}</dd>
      <dt>Classes</dt>
      <dd>
        {classes.length === 0 ? (
          'None'
        ) : (
          <ul className={styles.classes}>
            {classes.map(({ id, name }) => (
              <li key={id}>
                <Anchor component={Link} to={paths.school.classDetails({ id })} dir="auto">
                  {name}
                </Anchor>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  );
}

/** Whether they can sign in, where that is not so. */
function StateNote({ member }: { member: MemberDetails }) {
  const now = useNow();
  const text =
    member.archived_at === null
      ? 'They have not chosen a password yet. The invitation is among the open ones, and can be sent again there.'
      : `Archived since ${sayDay(member.archived_at, now)}: they cannot sign in.`;
  if (member.archived_at === null && member.has_password) return null;
  return (
    <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
      {text}
    </Alert>
  );
}

/** Somebody of the staff: how to reach them, what they teach, and what can be done about the account. */
export function MemberProfileScreen({ userId, breadcrumb, api = apiClient }: MemberProfileScreenProps) {
  const user = useUser();
  const archiving = useDialog<MemberDetails>();
  const load = useCallback((signal: AbortSignal) => readMember(api, userId, signal), [api, userId]);
  const { status, value, isGone, as_of, busy, reload } = useKeptAnswer(
    { name: 'member', question: userId, schema: MemberDetails },
    load,
  );
  const title = value ? nameOf(value) : 'Profile';
  const here = useWayHere(title);
  const mayEdit = value !== null && user !== null && mayChange(user.role, value.role);
  const isArchived = value !== null && value.archived_at !== null;

  async function restore(member: MemberDetails) {
    if (await restoreMember(api, member)) reload();
  }

  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      description={value && roleName(value.role)}
      actions={
        mayEdit && (
          <>
            {isArchived && (
              <Button
                leftSection={<IconArchiveOff size={18} stroke={1.75} aria-hidden />}
                onClick={() => void restore(value)}
              >
                Restore
              </Button>
            )}
            {!isArchived && value.id !== user.id && (
              <Button
                variant="default"
                leftSection={<IconArchive size={18} stroke={1.75} aria-hidden />}
                onClick={() => archiving.open(value)}
              >
                Archive
              </Button>
            )}
            {!isArchived && (
              <Button
                component={Link}
                to={paths.school.userForm({ userId })}
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
          failed="This account could not be fetched"
          unreachable={`Accounts are kept at your school. This one shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      )}
      {status === 'loading' && (
        <div className={styles.form}>
          <VisuallyHidden role="status">Loading</VisuallyHidden>
          <Skeleton height={96} width={96} circle />
          <Skeleton height={160} />
        </div>
      )}
      {value && (
        <>
          {as_of !== null && <KeptNote asOf={as_of} busy={busy} onRetry={reload} />}
          <StateNote member={value} />
          <MemberPortrait person={value} size={96} />
          <Facts member={value} />
          <PreparedTablets api={api} tablets={value.prepared_tablets} onKept={reload} />
        </>
      )}
      <ArchiveMemberDialog
        api={api}
        member={archiving.subject}
        opened={archiving.opened}
        onClose={archiving.close}
        onChanged={reload}
      />
    </Screen>
  );
}
