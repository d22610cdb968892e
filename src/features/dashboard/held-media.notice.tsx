import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { fullName } from '#contract/students/students.rules.ts';
import { mediaWeekEndpoints, type HeldMedia } from '#contract/writing/media-weeks.endpoints.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** More than these are shown once some of them were let. */
const shown = 20;

interface HeldRowProps {
  held: HeldMedia;
  api: ApiClient;
  onDone: () => void;
}

function HeldRow({ held: { student, bytes, pieces, most_bytes, most_pieces }, api, onDone }: HeldRowProps) {
  const [busy, setBusy] = useState(false);
  const name = fullName(student);
  async function allow() {
    setBusy(true);
    try {
      await api.call(mediaWeekEndpoints.allowMore, { params: { studentId: student.id } });
      notify.success(`${student.first_name} can send more this week`);
      onDone();
    } catch (error) {
      notify.error(failureOf(error, { otherwise: 'This could not be changed.' }).text);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Text>
        <bdi>{name}</bdi>: {pieces.toLocaleString('en')} of {most_pieces.toLocaleString('en')} pictures and
        recordings, {sayBytes(bytes)} of {sayBytes(most_bytes)}
      </Text>
      <Button
        variant="default"
        loading={busy}
        aria-label={`Allow ${name} more this week`}
        onClick={() => void allow()}
      >
        Allow more
      </Button>
    </Group>
  );
}

/**
 * Which children have sent all the pictures and recordings that one may in a week, and how they get more. Nothing stands here
 * where there is nobody, or where the school is not reached: it is asked again on the next visit.
 */
export function HeldMediaNotice({ api = apiClient }: { api?: ApiClient }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(mediaWeekEndpoints.listHeld, { query: { limit: shown } }, { signal }),
    [api],
  );
  const { value, reload } = useAnswer(load);
  if (!value || value.count === 0) return null;
  return (
    <Alert color="yellow" variant="light" title="Many pictures and recordings this week">
      <Stack gap="sm">
        <Text>
          These children have sent all that one child may send in a week. Their words go on; new pictures and
          recordings stay on their tablets until Monday, or until you allow more. Then they go when the app is
          opened there.
        </Text>
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {value.results.map((held) => (
            <HeldRow key={held.student.id} held={held} api={api} onDone={reload} />
          ))}
        </Stack>
        {value.count > value.results.length && (
          <Text c="dimmed">And {(value.count - value.results.length).toLocaleString('en')} more.</Text>
        )}
      </Stack>
    </Alert>
  );
}
