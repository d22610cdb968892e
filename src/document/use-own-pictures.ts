import { useMemo } from 'react';
import { apiClient } from '#src/session/api.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import { tabletFirst } from './tablet-first.ts';

/** Pictures that this person made here come from this tablet, with or without a network; all others from the school. */
export function useOwnPictures(school: PictureClient = apiClient): PictureClient {
  const replica = useReplica();
  return useMemo(() => tabletFirst((sha256) => replica.openPicture(sha256), school), [replica, school]);
}
