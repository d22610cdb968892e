import { useCallback, useState } from 'react';
import { pickEndpoints } from '#contract/panel/picks.endpoints.ts';
import type { PanelWork } from '#contract/panel/works.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

type Pickable = Pick<PanelWork, 'tenant' | 'id' | 'title' | 'kind' | 'is_picked'>;

/** What the act is called. */
export const pickWords = (isPicked: boolean) =>
  isPicked ? 'Take off the platform’s shelf' : 'Pick for the platform’s shelf';

/** Puts a work on the shelf of the platform, or takes it off. `onDone`: once it stands there, or no more. */
export function usePick(api: ApiClient, onDone: (isPicked: boolean) => void) {
  const [busy, setBusy] = useState(false);
  const pick = useCallback(
    async (work: Pickable): Promise<void> => {
      const { tenant, id, is_picked } = work;
      setBusy(true);
      try {
        await api.call(is_picked ? pickEndpoints.unpick : pickEndpoints.pick, {
          params: { tenantId: tenant.id, workId: id },
        });
        notify.success(
          is_picked ? 'It is off the platform’s shelf' : 'It is on the platform’s shelf',
          titleOf(work),
        );
        onDone(!is_picked);
      } catch (error) {
        notify.error(
          is_picked ? 'It could not be taken off the shelf' : 'It could not be picked',
          failureOf(error).text,
        );
      }
      setBusy(false);
    },
    [api, onDone],
  );
  return { busy, pick };
}
