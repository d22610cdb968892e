import { Alert, Button, Group, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { StudentLogin } from '#contract/cards/cards.schema.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CopyField } from '#src/ui/copy-field.tsx';

/** Milliseconds after which a password that is shown hides itself: screens in an office stand open. */
const shownFor = 60_000;

interface LoginInfoProps {
  student: Student;
  api?: ApiClient;
}

/** What a student types to sign in. It is asked of the school each time, which writes down who saw it, and kept nowhere. */
export function LoginInfo({ student, api = apiClient }: LoginInfoProps) {
  const [login, setLogin] = useState<StudentLogin | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const hiding = useTimeout(() => setLogin(null), shownFor);
  const { stu_class } = student;
  const classCode = stu_class?.class_id ?? null;

  if (classCode === null || student.username === null)
    return (
      <Text c="dimmed">
        {stu_class
          ? 'The school makes it when it hears of this student and of the class.'
          : 'It can be shown when the student is in a class.'}
      </Text>
    );

  async function reveal(of: string) {
    setBusy(true);
    setFailure(null);
    try {
      const params = { classCode: of, studentId: student.id };
      setLogin(await api.call(cardEndpoints.revealStudent, { params }));
      hiding.start();
    } catch (error) {
      setFailure(failureOf(error).text);
    }
    setBusy(false);
  }

  function hide() {
    hiding.clear();
    setLogin(null);
  }

  return (
    <>
      <Text c="dimmed">Showing the password is written down with your name.</Text>
      {failure !== null && (
        <Alert role="alert" variant="light" icon={<IconInfoCircle aria-hidden />}>
          {failure}
        </Alert>
      )}
      {login ? (
        <>
          <Group gap="md">
            <CopyField
              label="Username"
              value={login.username}
              copied="Username copied"
              failed="Failed to copy the username"
            />
            <CopyField
              label="Password"
              value={login.password}
              copied="Password copied"
              failed="Failed to copy the password"
            />
          </Group>
          <Text c="dimmed">Wrong tries are forgotten: the student can sign in again at once.</Text>
          <Group>
            <Button variant="default" onClick={hide}>
              Hide
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          <Button variant="default" loading={busy} onClick={() => void reveal(classCode)}>
            Show login info
          </Button>
        </Group>
      )}
    </>
  );
}
