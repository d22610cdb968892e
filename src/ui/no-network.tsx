import { Alert, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { use, type ReactNode } from 'react';
import { cannotBeReachedTitle } from '#src/lib/reach-words.ts';
import { EmptyState } from './empty-state.tsx';
import { NoNetworkIllustration } from './pictures/empty-illustrations.tsx';
import { WorksNow } from './works-now.ts';

interface NoNetworkProps {
  title?: string;
  /** What waits, in a sentence: "The list is kept at your school. It shows up here as soon as the platform can be reached." */
  waits: string;
  /** How to ask again. */
  action?: ReactNode;
}

/** In the place of what is at school alone, while that cannot be reached: what waits, and what works now. */
export function NoNetwork({ title = cannotBeReachedTitle, waits, action }: NoNetworkProps) {
  const works = use(WorksNow);
  return (
    <EmptyState
      role="alert"
      picture={<NoNetworkIllustration />}
      title={title}
      text={waits}
      {...(works !== null && { more: works })}
      action={action}
    />
  );
}

interface NeedsNetworkProps {
  /** True while the school cannot be reached. */
  isAway: boolean;
  /** What more there is to know, such as another way that works. */
  children?: ReactNode;
}

/** Above a form that the school alone can take. It says so before anything was typed in vain. */
export function NeedsNetwork({ isAway, children }: NeedsNetworkProps) {
  if (!isAway) return null;
  return (
    <Alert role="status" variant="light" icon={<IconWifiOff aria-hidden />} title={cannotBeReachedTitle}>
      <Text>This form waits until it can be. {children}</Text>
    </Alert>
  );
}
