import { Alert } from '@mantine/core';
import { IconAlertCircle, IconWifiOff } from '@tabler/icons-react';

/** What went wrong, in words; with `isOffline` nothing is wrong with what was typed. */
export interface Failure {
  isOffline: boolean;
  text: string;
}

/** Why it did not work, above the form. */
export function FailureNote({ failure: { isOffline, text } }: { failure: Failure }) {
  const Icon = isOffline ? IconWifiOff : IconAlertCircle;
  return (
    <Alert color={isOffline ? 'blue' : 'red'} variant="light" icon={<Icon aria-hidden />}>
      {text}
    </Alert>
  );
}
