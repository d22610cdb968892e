import { useEffect } from 'react';
import { runsClasses } from '#contract/kit/roles.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { loadPatiently } from '#src/session/late-code.ts';
import { useUser } from '#src/session/use-session.ts';

async function keepHelp(): Promise<void> {
  await askToKeep('help');
  const { keepArticles } = await loadPatiently(() => import('#src/features/help/keep-articles.ts'));
  await keepArticles();
}

/**
 * Where staff are signed in, the worker keeps what only they use, and the Help Center with it; what a network failed to bring
 * is asked for again.
 */
export function useKeptParts(): void {
  const user = useUser();
  const isStaff = user !== null && runsClasses(user.role);
  useEffect(() => {
    if (!isStaff || !('serviceWorker' in navigator)) return undefined;
    const ask = () => {
      void askToKeep('office');
      void askToKeep('cart');
      void keepHelp();
    };
    ask();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [isStaff]);
}
