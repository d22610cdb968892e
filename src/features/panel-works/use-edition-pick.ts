import { useCallback } from 'react';
import { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import type { PanelMessage } from '#contract/dear-world/messages.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** Puts a message into the edition of a year, or takes it out (null). `onDone`: once it is so. */
export function useEditionPick(api: ApiClient, onDone: () => void) {
  return useCallback(
    async ({ tenant, id, byline, edition }: PanelMessage, year: number | null): Promise<void> => {
      const params = { tenantId: tenant.id, workId: id };
      try {
        if (year === null) await api.call(messageEndpoints.unpick, { params });
        else await api.call(messageEndpoints.pick, { params, body: { year } });
        notify.success(
          year === null ? `It is out of Dear World ${edition ?? ''}`.trim() : `It is in Dear World ${year}`,
          `A message by ${byline}`,
        );
        onDone();
      } catch (error) {
        notify.error('The edition could not be changed', failureOf(error).text);
      }
    },
    [api, onDone],
  );
}
