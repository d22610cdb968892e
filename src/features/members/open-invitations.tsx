import { Button, Text, Title } from '@mantine/core';
import { IconMailForward, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { invitationEndpoints } from '#contract/members/invitations.endpoints.ts';
import type { Invitation } from '#contract/members/invitations.schema.ts';
import { roleName } from '#src/session/dashboards.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardList, CardRow } from '#src/ui/card-list.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { usePages } from '#src/ui/use-pages.ts';
import { nameOf } from './member-words.ts';
import styles from './members.module.css';

interface RowProps {
  invitation: Invitation;
  now: Date;
  isSending: boolean;
  onResend: () => void;
  onRevoke: () => void;
}

function Row({ invitation, now, isSending, onResend, onRevoke }: RowProps) {
  const { email, name, role, sent_at, is_expired, expires_at, invited_by } = invitation;
  return (
    <CardRow
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconMailForward size={18} stroke={1.75} aria-hidden />}
            aria-label={`Send again: ${email}`}
            loading={isSending}
            onClick={onResend}
          >
            Send again
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
            aria-label={`Take back: ${email}`}
            onClick={onRevoke}
          >
            Take back
          </Button>
        </>
      }
    >
      <Text fw={600}>{name === null ? email : <bdi>{name}</bdi>}</Text>
      <Text c="dimmed" size="sm">
        {name !== null && `${email} · `}
        {roleName(role)}
      </Text>
      <Text size="sm" {...(is_expired ? { fw: 600 } : { c: 'dimmed' })}>
        {is_expired
          ? `Too old since ${sayDay(expires_at, now)}: please send it again`
          : `Sent ${sayDay(sent_at, now)} by ${nameOf(invited_by)}`}
      </Text>
    </CardRow>
  );
}

/** The invitations that nobody has taken yet. Where there are none, or no network, the page has nothing to say about it. */
export function OpenInvitations({ api }: { api: ApiClient }) {
  const [page, setPage] = useState(1);
  const [sending, setSending] = useState<string | null>(null);
  const revoking = useDialog<Invitation>();
  const now = useNow();
  const answer = useList(api, invitationEndpoints.list, { page, size: limits.pageDefault }, {});
  const { value, reload } = answer;
  const pages = usePages(answer, { page, showInstead: setPage }, limits.pageDefault);

  async function resend({ id, email }: Invitation) {
    setSending(id);
    try {
      await api.call(invitationEndpoints.resend, { params: { id } });
      notify.success('Invitation sent again', email);
      reload();
    } catch (error) {
      notify.error('The invitation could not be sent', failureOf(error).text);
    }
    setSending(null);
  }

  async function revoke({ id, email }: Invitation) {
    try {
      await api.call(invitationEndpoints.revoke, { params: { id } });
    } catch (error) {
      notify.error('The invitation could not be taken back', failureOf(error).text);
      return;
    }
    notify.success('Invitation taken back', email);
    reload();
  }

  if (!value || (value.count === 0 && page === 1)) return null;
  return (
    <section className={styles.section} aria-labelledby="open-invitations" data-tour="open-invitations">
      <Title order={2} size="h3" id="open-invitations">
        Open invitations
      </Title>
      <CardList>
        {value.results.map((invitation) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            now={now}
            isSending={sending === invitation.id}
            onResend={() => void resend(invitation)}
            onRevoke={() => revoking.open(invitation)}
          />
        ))}
      </CardList>
      {value.count > limits.pageDefault && (
        <Pager
          page={page}
          pages={pages}
          pageSize={limits.pageDefault}
          count={value.count}
          noun={['invitation', 'invitations']}
          onPage={setPage}
        />
      )}
      <ConfirmDialog
        opened={revoking.opened}
        onClose={revoking.close}
        title="Take the invitation back?"
        question={`The link that was sent to ${revoking.subject?.email ?? ''} will not work any more.`}
        confirmLabel="Take back"
        danger
        onConfirm={async () => {
          if (revoking.subject) await revoke(revoking.subject);
        }}
      />
    </section>
  );
}
