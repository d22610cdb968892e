import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ShelfRow } from './shelf-row.tsx';

interface EntryShelfProps {
  /** The id of the page of a challenge. */
  challenge: string;
  api?: ApiClient;
}

/** Works on the shelf that were made for a challenge, as far as the reader may see them; nothing until they are known. */
export function EntryShelf({ challenge, api = apiClient }: EntryShelfProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(workEndpoints.list, { query: { challenge, limit: limits.worksPerPage } }, { signal }),
    [api, challenge],
  );
  const { value } = useAnswer(load);
  if (value === null) return null;
  if (value.results.length === 0)
    return (
      <Text c="dimmed">Nobody has a work for this challenge on the shelf yet. Yours can be the first.</Text>
    );
  return <ShelfRow title="Made for this challenge" works={value.results} />;
}
