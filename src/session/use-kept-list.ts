import type * as v from 'valibot';
import type { Endpoint, EndpointResponse } from '#contract/kit/endpoint.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeptAnswer } from './use-kept-answer.ts';
import { useNumbered, type Page, type Wanted } from './use-list.ts';

/**
 * As `useList`; while the school cannot be reached, the page that somebody saw last stands there, as `useKeptAnswer` says.
 * @param name under which this list is kept
 */
export function useKeptList<E extends Endpoint>(
  api: ApiClient,
  endpoint: E,
  { name, ...page }: Page & { name: string },
  wanted: Wanted<E>,
) {
  const { question, load } = useNumbered(api, endpoint, page, wanted);
  const schema = endpoint.response as v.GenericSchema<unknown, EndpointResponse<E>>;
  return useKeptAnswer({ name, question, schema }, load);
}
