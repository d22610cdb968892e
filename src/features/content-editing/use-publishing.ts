import { useState } from 'react';
import * as v from 'valibot';
import { contentProblems } from '#contract/content/content.problems.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { Lack, type EditedPage } from '#contract/content/editor.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import type { DraftState, PageDraftStore } from './page-draft.ts';
import { readinessHere } from './page-preview.ts';
import type { Moments } from './publish-later.dialog.tsx';

const Lacking = v.object({ lacks: v.array(Lack) });
const nameOf = ({ block, field, lacks }: Lack) => `${block ?? ''} ${field} ${lacks}`;

/** What a refusal says that the draft lacks; null for every other failure. */
function lacksIn(error: unknown): Lack[] | null {
  if (!(error instanceof ApiProblem) || error.code !== contentProblems.not_ready.code) return null;
  const read = v.safeParse(Lacking, error.body.details);
  return read.success ? read.output.lacks : null;
}

interface Asked {
  api: ApiClient;
  page: EditedPage;
  store: PageDraftStore;
  state: DraftState;
  onPage: (page: EditedPage) => void;
}

/** Calls that change what becomes of a page, once the draft is saved; and what kept the draft from being published. */
export function usePublishing({ api, page, store, state, onPage }: Asked) {
  const [isBusy, setBusy] = useState(false);
  /** What only the server knew; null before somebody tried to publish. */
  const [fromServer, setFromServer] = useState<Lack[] | null>(null);

  async function decide(call: () => Promise<EditedPage>, done: string): Promise<void> {
    setBusy(true);
    try {
      if (!(await store.save())) return;
      onPage(await call());
      notify.success(done);
    } catch (error) {
      const lacks = lacksIn(error);
      if (lacks) {
        const here = new Set(readinessHere(page, store.getState().words).lacks.map(nameOf));
        setFromServer(lacks.filter((lack) => !here.has(nameOf(lack))));
      } else if (!store.noteConflict(error)) notify.error(failureOf(error).text);
    } finally {
      setBusy(false);
    }
  }

  async function publish(moments: Moments): Promise<void> {
    const { id, language } = page;
    const isLater = moments.from !== undefined && Date.parse(moments.from) > Date.now();
    await decide(
      async () => {
        const { seen, live_n } = store.getState();
        return await api.call(editorEndpoints.publish, {
          params: { id },
          body: { language, draft_updated_at: seen ?? '', live_n, ...moments },
        });
      },
      isLater ? 'The page is planned' : 'The page is live',
    );
  }

  const all = fromServer === null ? [] : [...readinessHere(page, state.words).lacks, ...fromServer];
  // A field may break two rules with the same words.
  const lacks = [...new Map(all.map((lack) => [nameOf(lack), lack])).values()];
  return { isBusy, decide, publish, lacks };
}

export type Deciding = ReturnType<typeof usePublishing>;
