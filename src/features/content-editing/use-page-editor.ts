import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage } from '#contract/content/editor.schema.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { PageDraftStore } from './page-draft.ts';

/** The page in a language as the server has it; `put` takes what a call answered in its place. */
export function useEditedPage(api: ApiClient, { id, language }: { id: string; language: string }) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(editorEndpoints.edit, { params: { id }, query: { language } }, { signal }),
    [api, id, language],
  );
  const { value, ...answer } = useAnswer(load);
  const [put, setPut] = useState<{ of: EditedPage | null; page: EditedPage; round: number } | null>(null);
  const isNewer = put?.of === value;
  const page = isNewer ? put.page : value;
  return {
    ...answer,
    page: page?.language === language && page.id === id ? page : null,
    /** Rises with each page that took the place of another. */
    round: put?.round ?? 0,
    put: (next: EditedPage) => setPut({ of: value, page: next, round: (put?.round ?? 0) + 1 }),
  };
}

/** The draft of a page while somebody writes it. What is not saved yet is kept on the device, and saved when they leave the screen. */
export function usePageDraft(api: ApiClient, page: EditedPage) {
  const localDrafts = useLocalDrafts();
  const [store] = useState(() => new PageDraftStore(api, page, localDrafts));
  const state = useSyncExternalStore(store.subscribe, store.getState);
  // Nobody is asked whether to leave: the device keeps the words.
  useAtWork(state.saving !== 'saved');
  useEffect(() => {
    store.takeUp().catch(report);
    const again = () => void store.save();
    const keep = () => store.keep();
    window.addEventListener('online', again);
    // A tab that is put away may not come back.
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', keep);
      store.keep();
      void store.save();
    };
  }, [store]);
  return { store, state };
}

/** Cards of live pages, for blocks that name some; none until they are there. */
export function useLiveCards(api: ApiClient) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(contentEndpoints.list, { query: { limit: 200 } }, { signal }),
    [api],
  );
  return useAnswer(load).value?.results ?? [];
}
