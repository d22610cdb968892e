import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { report } from '#src/session/report.ts';
import { usePictures, useReplica } from '#src/session/use-replica.ts';

interface AssetStateProps {
  kind: 'picture' | 'recording';
  sha256: string;
  /** Says only where something went wrong. */
  isQuiet?: boolean;
}

/** Where a picture or a recording that was made on this tablet is now. Of others nothing is said: they are at school. */
export function AssetState({ kind, sha256, isQuiet = false }: AssetStateProps) {
  const replica = useReplica();
  const kept = usePictures().find(({ id }) => id.endsWith(sha256));
  if (!kept) return null;
  if (kept.problem?.code === 'quota.week')
    return (
      <Text role="status" c="dimmed">
        {kept.problem.error}
      </Text>
    );
  if (kept.state !== 'refused')
    return isQuiet ? null : (
      <Text role="status" c="dimmed">
        This {kind} is {kept.state === 'sent' ? 'at school' : 'saved on this tablet'}
        {kept.state === 'full' && '. It goes to your school when there is room'}
      </Text>
    );
  return (
    <Alert color="orange" title={`This ${kind} did not get to your school`}>
      <Stack gap="sm" align="flex-start">
        <Text>{kept.problem?.error ?? 'It took too long.'} It is still on this tablet.</Text>
        <Button
          size="md"
          mih={48}
          variant="default"
          leftSection={<IconRefresh size={20} aria-hidden />}
          onClick={() => void replica.retry(kept.id).catch(report)}
        >
          Send it again
        </Button>
      </Stack>
    </Alert>
  );
}
