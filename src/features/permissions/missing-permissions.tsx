import { Alert, Button, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { permissionEndpoints } from '#contract/permissions/permissions.endpoints.ts';
import type { NeededPermissions } from '#contract/permissions/permissions.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { purposeWords } from './permission-words.ts';
import { PermissionsSection } from './permissions.section.tsx';
import styles from './permissions.module.css';

/** Each thing that keeps something from everybody, in a sentence. */
function missingOf({ privacy, needed }: NeededPermissions): string[] {
  return [
    ...(privacy === 'private'
      ? ['The child’s privacy is private: only the child and its teachers see it.']
      : []),
    ...(privacy === 'community'
      ? ['The child’s privacy is community: only the school and its families see it.']
      : []),
    ...needed
      .filter(({ is_given }) => !is_given)
      .map(
        ({ purpose }) => `${purposeWords[purpose].allows}: nobody said yes. ${purposeWords[purpose].without}`,
      ),
  ];
}

interface MissingPermissionsProps {
  workId: string;
  api?: ApiClient;
}

/** Beside the choice to publish for everybody: what is missing for it, and where it is recorded. */
export function MissingPermissions({ workId, api = apiClient }: MissingPermissionsProps) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(permissionEndpoints.readNeeded, { params: { workId } }, { signal }),
    [api, workId],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const [isOpen, setOpen] = useState(false);
  if (value === null) {
    if (status === 'loading') return <Text role="status">Looking what a guardian allowed …</Text>;
    return (
      <AnswerMissing
        status={status === 'unreachable' ? 'unreachable' : 'failed'}
        busy={busy}
        isGone={isGone}
        failed="What a guardian allowed could not be fetched"
        unreachable={`What a guardian allowed shows up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  }
  const missing = missingOf(value);
  const { student } = value;
  return (
    <>
      {missing.length === 0 ? (
        <Text role="status">Nothing is missing: everybody will see all of it.</Text>
      ) : (
        <Alert color="orange" role="status" title="Not for everybody yet">
          <Stack gap="sm" align="flex-start">
            <ul className={styles.missing}>
              {missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <Text>
              You can publish it all the same. What is missing counts from the moment it is recorded.
            </Text>
            {student && (
              <Button variant="default" onClick={() => setOpen(true)}>
                What a guardian allowed
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {student && (
        <Dialog
          opened={isOpen}
          size={640}
          fillsPhone
          title={student.first_name}
          onClose={() => setOpen(false)}
        >
          {isOpen && <PermissionsSection studentId={student.id} api={api} onChanged={reload} />}
        </Dialog>
      )}
    </>
  );
}
