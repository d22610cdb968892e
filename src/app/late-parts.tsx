import { Suspense, useEffect, useState } from 'react';
import { runsClasses } from '#contract/kit/roles.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { useKeptParts } from './kept-parts.ts';

const parts = {
  // First, because it is all that a locked session shows.
  lock: lazyWithRetry(async () => (await import('./lock-part.tsx')).LockPart),
  toasts: lazyWithRetry(async () => (await import('./toasts.tsx')).Toasts),
  updatePrompt: lazyWithRetry(async () => (await import('./updates/update-prompt.tsx')).UpdatePrompt),
  leftWork: lazyWithRetry(async () => (await import('#src/session/left-work.tsx')).LeftWork),
};

function KeptParts() {
  useKeptParts();
  return null;
}

// Of the office part, because so far only staff are shown around.
const StaffGuide = lazyWithRetry(async () => (await import('#src/areas/office/guide.page.tsx')).StaffGuide);

/** Milliseconds in which the page itself comes first. */
const delay = 1000;

/** What no page needs to stand. A toast that was asked for before is kept and shown then. */
export function LateParts() {
  const [isDue, setDue] = useState(false);
  const isLocked = useSessionStore((state) => state.isLocked);
  const isStaff = useSessionStore(({ user }) => user !== null && runsClasses(user.role));
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue && !isLocked) return null;
  // Each by itself: one whose code is missing does not keep the others away.
  return (
    <>
      <KeptParts />
      {Object.entries(parts).map(([name, Part]) => (
        <Suspense key={name} fallback={null}>
          <Part />
        </Suspense>
      ))}
      {isStaff && !isLocked && (
        <Suspense fallback={null}>
          <StaffGuide />
        </Suspense>
      )}
    </>
  );
}
