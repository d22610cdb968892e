import { useMemo } from 'react';
import { apiClient } from '#src/session/api.ts';
import { useReplica } from '#src/session/use-replica.ts';
import type { PictureClient } from '#src/sync/api-client.ts';

/** Pictures that this person made here come from this tablet, with or without a network; all others from the school. */
export function useOwnPictures(school: PictureClient = apiClient): PictureClient {
  const replica = useReplica();
  return useMemo(
    () => ({
      async picture(path, signal) {
        const [sha256 = ''] = /[0-9a-f]{64}/u.exec(path) ?? [];
        return (await replica.openPicture(sha256)) ?? (await school.picture(path, signal));
      },
    }),
    [replica, school],
  );
}
