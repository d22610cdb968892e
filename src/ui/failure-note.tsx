import { Alert } from '@mantine/core';
import { IconAlertCircle, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What went wrong, in words; with `isOffline` nothing is wrong with what was typed. */
export interface Failure {
  isOffline: boolean;
  text: string;
}

interface FailureNoteProps {
  failure: Failure;
  /** A way on, where there is one. */
  children?: ReactNode;
}

/** Why it did not work, above the form. */
export function FailureNote({ failure: { isOffline, text }, children }: FailureNoteProps) {
  const Icon = isOffline ? IconWifiOff : IconAlertCircle;
  return (
    <Alert color={isOffline ? 'blue' : 'red'} variant="light" icon={<Icon aria-hidden />}>
      {text}
      {children}
    </Alert>
  );
}
