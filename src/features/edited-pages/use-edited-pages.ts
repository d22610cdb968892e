import * as v from 'valibot';
import { contentKinds } from '#contract/content/content.rules.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { pageStates } from '#contract/content/editor.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['title'];
const byTitle = { key: 'title', descending: false };
const size = limits.pageDefault;

const Kind = v.fallback(v.nullable(v.picklist(contentKinds)), null);
const State = v.fallback(v.nullable(v.picklist(pageStates)), null);

/** The public pages that the address asks for: `?kind=hub&state=live&q=water&page=2`. */
export function useEditedPages(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, byTitle);
  const { q, page } = list;
  const kind = v.parse(Kind, address.get('kind'));
  const state = v.parse(State, address.get('state'));
  const answer = useList(
    api,
    editorEndpoints.listEdited,
    { page, size },
    { search: q, ...(kind !== null && { kind }), ...(state !== null && { state }) },
  );
  return { ...answer, list, kind, state, size, pages: usePages(answer, list, size) };
}
