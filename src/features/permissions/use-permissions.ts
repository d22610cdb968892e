import { useCallback, useState } from 'react';
import { permissionEndpoints } from '#contract/permissions/permissions.endpoints.ts';
import type { Purpose } from '#contract/permissions/permissions.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

/** What one page shows: a guardian changes their mind a few times in the years of a child, and not oftener. */
const shown = 50;

/** What the guardian of a student allowed, and how it is recorded. */
export function usePermissions(api: ApiClient, studentId: string) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const input = { params: { studentId }, query: { limit: shown } };
      return (await api.call(permissionEndpoints.list, input, { signal })).results;
    },
    [api, studentId],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const [isChanging, setChanging] = useState(false);

  /** True once the school has it. */
  async function change(call: () => Promise<unknown>): Promise<boolean> {
    setChanging(true);
    try {
      await call();
      reload();
      return true;
    } catch (error) {
      notify.error(failureOf(error, { otherwise: 'This could not be recorded.' }).text);
      return false;
    } finally {
      setChanging(false);
    }
  }

  return {
    status,
    permissions: value,
    isGone,
    reload,
    busy: busy || isChanging,
    record: (purpose: Purpose, note: string) =>
      change(() => api.call(permissionEndpoints.record, { params: { studentId, purpose }, body: { note } })),
    end: (purpose: Purpose) =>
      change(() => api.call(permissionEndpoints.end, { params: { studentId, purpose } })),
  };
}
