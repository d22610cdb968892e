import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Faq, HelpRole } from '#contract/help/help.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useUser } from '#src/session/use-session.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { audienceOf, fetchArticles } from './fetch-articles.ts';
import { readKept } from './kept-articles.ts';

const none: readonly Faq[] = [];

/** What the last look brought; it says nothing about anybody else. */
type Outcome = { audience: HelpRole } & ({ articles: readonly Faq[] } | { articles: null });

/** The articles for whoever is signed in: at once those that are kept here, and newer ones when the server has answered. */
export function useArticles(api: ApiClient) {
  const audience = audienceOf(useUser());
  const kept = useMemo(() => readKept(deviceStorage, audience)?.articles ?? null, [audience]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    // Who looks into the Help Center once can do so again without a network.
    void askToKeep('help');
  }, []);

  const look = useCallback(
    (signal?: AbortSignal) => {
      fetchArticles(api, audience, signal).then(
        (articles) => setOutcome({ audience, articles }),
        (error: unknown) => {
          if (signal?.aborted) return;
          if (!(error instanceof NoNetworkError)) console.error(error);
          setOutcome({ audience, articles: null });
        },
      );
    },
    [api, audience],
  );

  useEffect(() => {
    const looking = new AbortController();
    look(looking.signal);
    return () => looking.abort();
  }, [look]);

  function reload() {
    setOutcome(null);
    look();
  }

  const present = outcome?.audience === audience ? outcome : null;
  const articles = present?.articles ?? kept;
  const status: 'ready' | 'failed' | 'loading' = articles ? 'ready' : present ? 'failed' : 'loading';
  return { status, articles: articles ?? none, reload };
}
