import type { ComponentType } from 'react';
import { locksWhenIdle } from '#src/session/lock.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { useUser } from '#src/session/use-session.ts';
import type { QrScannerProps } from '../use-card-sign-in.ts';
import { IdleQuestion } from './idle-question.tsx';
import { LockCover } from './lock-cover.tsx';

interface IdleLockProps {
  hasUnsaved: () => Promise<boolean>;
  Scanner: ComponentType<QrScannerProps>;
}

/** Where children sign in, a session that nobody touches is locked. It goes on behind the cover. */
export function IdleLock({ hasUnsaved, Scanner }: IdleLockProps) {
  const user = useUser();
  const isLocked = useSessionStore((state) => state.isLocked);
  if (!user || !locksWhenIdle(user)) return null;
  return isLocked ? (
    <LockCover key={user.id} user={user} hasUnsaved={hasUnsaved} Scanner={Scanner} />
  ) : (
    <IdleQuestion key={user.id} user={user} />
  );
}
