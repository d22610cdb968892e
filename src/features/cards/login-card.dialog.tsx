import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle, IconRefreshAlert, IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { LoginCard } from '#contract/cards/cards.schema.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { cannotBeReachedTitle } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FirstButton } from '#src/ui/first-button.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { MissingCredentials, printingWaits, whyNoCard } from './card-failures.ts';
import { lastPrinted, stateInWords, usedInWords } from './card-words.ts';
import styles from './cards.module.css';
import { cardPaper, printStudentCard, type CardPaper } from './print-cards.ts';
import { WhatReplacingDoes } from './replace-question.tsx';
import { useStudentCards } from './use-student-cards.ts';

function CardRow({ card }: { card: LoginCard }) {
  const now = useNow();
  return (
    <li className={styles.card}>
      <div>
        <Text>
          Printed {sayDay(card.printed_at, now)} by <bdi>{fullName(card.printed_by)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {usedInWords(card, now)}
        </Text>
      </div>
      <StateMark good={card.revoked_at === null} text={stateInWords(card, now)} />
    </li>
  );
}

interface ContentProps {
  student: Student;
  api: ApiClient;
  paper: CardPaper;
}

function LoginCardContent({ student, api, paper }: ContentProps) {
  const { status, cards: all, reload } = useStudentCards(api, student.id);
  // What was never printed is nothing that somebody could find.
  const cards = all.filter(({ reason }) => reason !== 'not_printed');
  const [busy, setBusy] = useState(false);
  const replacing = useDialog<readonly LoginCard[]>();
  const name = fullName(student);
  const hasGood = cards.some(({ revoked_at }) => revoked_at === null);

  async function download() {
    setBusy(true);
    try {
      const { name: className = '', class_id: classCode = null } = student.stu_class ?? {};
      await printStudentCard(api, { id: student.id, className, classCode }, paper);
      notify.success('Login card downloaded');
    } catch (error) {
      const { title, detail } = whyNoCard(error);
      notify.error(title, detail);
    }
    await reload();
    setBusy(false);
  }

  async function replace() {
    try {
      await api.call(cardEndpoints.replaceOfStudent, {
        params: { studentId: student.id },
        body: { last_printed_at: lastPrinted(replacing.subject ?? []) },
      });
    } catch (error) {
      notify.error('Failed to replace the card', failureOf(error).text);
      await reload();
      return;
    }
    notify.success('The old card is void');
    await download();
  }

  if (status === 'loading') {
    return (
      <div role="status" aria-busy aria-label="Loading" className={styles.late}>
        <Skeleton height={24} width={220} />
        <Skeleton height={64} mt="md" radius="md" />
      </div>
    );
  }
  if (status === 'gone') {
    return (
      <Alert
        role="alert"
        variant="light"
        icon={<IconInfoCircle aria-hidden />}
        title="This student is not here any more"
      >
        The student left the school, or is in none of your classes now.
      </Alert>
    );
  }
  if (status !== 'ready') {
    const isAway = status === 'unreachable';
    return (
      <>
        <Alert
          role="alert"
          variant="light"
          icon={isAway ? <IconWifiOff aria-hidden /> : <IconInfoCircle aria-hidden />}
          title={isAway ? cannotBeReachedTitle : 'The school did not give the cards'}
        >
          {isAway ? printingWaits : 'The student may not be in your class any more.'}
        </Alert>
        <Group justify="flex-end" mt="lg">
          <Button onClick={() => void reload()}>Try again</Button>
        </Group>
      </>
    );
  }
  return (
    <>
      {cards.length === 0 ? (
        <Text>No card was printed yet.</Text>
      ) : (
        <ul className={styles.cards} aria-label={`Login cards of ${name}`}>
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </ul>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        {hasGood && (
          <Button
            variant="default"
            leftSection={<IconRefreshAlert size={20} stroke={1.75} aria-hidden />}
            disabled={busy}
            onClick={() => replacing.open(cards)}
          >
            Replace card
          </Button>
        )}
        <FirstButton
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          loading={busy}
          onClick={() => void download()}
        >
          Download card
        </FirstButton>
      </Group>
      <ConfirmDialog
        opened={replacing.opened}
        onClose={replacing.close}
        title={`Replace the login card of ${name}?`}
        question={<WhatReplacingDoes many={false} />}
        confirmLabel="Replace and download"
        danger
        onConfirm={replace}
      />
    </>
  );
}

interface LoginCardDialogProps {
  /** Null before the dialog was opened for anybody. */
  student: Student | null;
  opened: boolean;
  onClose: () => void;
  api?: ApiClient;
  paper?: CardPaper;
}

/** The cards of one student: when they were printed and used, a new one, and the end of the old ones. */
export function LoginCardDialog({
  student,
  opened,
  onClose,
  api = apiClient,
  paper = cardPaper,
}: LoginCardDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={student ? `Login card of ${fullName(student)}` : 'Login card'}
      size={560}
      fillsPhone
    >
      {student &&
        (student.username === null ? (
          <Alert
            role="alert"
            variant="light"
            color="yellow"
            icon={<IconInfoCircle aria-hidden />}
            title={new MissingCredentials().message}
          >
            The school makes the username when it hears of this student. Please try again then.
          </Alert>
        ) : (
          <LoginCardContent key={student.id} student={student} api={api} paper={paper} />
        ))}
    </Dialog>
  );
}
