import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { mailEndpoints } from '#contract/mail/mail.endpoints.ts';
import { LetterState, type Letter } from '#contract/mail/mail.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { notify } from '#src/ui/notify.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { addressee } from './mail.words.ts';

const keys = ['written'];
const latest = { key: 'written', descending: true };
const size = limits.pageDefault;

/** The letters of the school as the address asks for them: `?tab=mail&q=ana&state=bounced&after=…`. */
export function useLetters(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const trail = useKeysetTrail();
  const wanted = v.safeParse(LetterState, address.get('state'));
  const state = wanted.success ? wanted.output : null;
  const answer = useKeyedList(
    api,
    mailEndpoints.list,
    { after: trail.after, size },
    { search: list.q, ...(state !== null && { state }) },
  );
  const { reload } = answer;

  async function sendAgain(letter: Letter): Promise<void> {
    try {
      await api.call(mailEndpoints.again, { params: { id: letter.id } });
      notify.success('Sent again', addressee(letter));
    } catch (error) {
      notify.error('It could not be sent again', failureOf(error).text);
    }
    reload();
  }

  return { ...answer, list, state, pager: useKeysetPages(answer, trail, size), sendAgain };
}
