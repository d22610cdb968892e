import { useCallback } from 'react';
import * as v from 'valibot';
import { ContentPage } from '#contract/content/content-page.schema.ts';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import type { ContentKind } from '#contract/content/content.rules.ts';
import { ContentList } from '#contract/content/content.schema.ts';
import { Language } from '#contract/works/works.schema.ts';
import { keptLists, useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAddress } from '#src/ui/use-address.ts';

/**
 * A page as the current user may read it; without a network, the stored copy. `?language=` in the address selects its language;
 * without it the server does.
 */
export function usePageOf(api: ApiClient, { kind, slug }: { kind: ContentKind; slug: string }) {
  const [address] = useAddress();
  const asked = address.get('language');
  const language = v.is(Language, asked) ? asked : null;
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        contentEndpoints.read,
        { params: { kind, slug }, query: language === null ? {} : { language } },
        { signal },
      ),
    [api, kind, slug, language],
  );
  const question = `${kind}/${slug}${language === null ? '' : ` ${language}`}`;
  return useKeptAnswer({ name: keptLists.pages, question, schema: ContentPage }, load);
}

export interface CardFilters {
  goal: string | null;
  age: string | null;
}

/** The pages of a kind as cards, narrowed down. */
export function useCards(api: ApiClient, kind: ContentKind, { goal, age }: CardFilters) {
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = { kind, ...(goal !== null && { goal }), ...(age !== null && { age: age as '5-7' }) };
      return api.call(contentEndpoints.list, { query }, { signal });
    },
    [api, kind, goal, age],
  );
  const question = `${kind} ${goal ?? ''} ${age ?? ''}`;
  return useKeptAnswer({ name: keptLists.listsOfPages, question, schema: ContentList }, load);
}
