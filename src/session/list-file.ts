import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { addressOf, type PictureClient } from '#src/sync/api-client.ts';
import { failureOf } from './failure-words.ts';

/** Milliseconds: it may be read from tens of thousands of rows. */
const timeout = 120_000;

/** How a list is fetched as a file, as `CsvButton` takes it. */
export function listFile<E extends Endpoint & { readonly answers: 'csv' }>(
  api: PictureClient,
  endpoint: E,
  input: EndpointInput<E>,
): { read: () => Promise<Blob>; explain: (error: unknown) => string } {
  return {
    read: () => api.picture(addressOf(endpoint, input), new AbortController().signal, timeout),
    explain: (error) => failureOf(error).text,
  };
}
