import { useCallback } from 'react';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** The name of a school or organization over its page, so that nobody closes the wrong one. Null until it is known. */
export function useTenantName(tenantId: string, api: ApiClient = apiClient) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(tenantLifeEndpoints.readLife, { params: { tenantId } }, { signal }),
    [api, tenantId],
  );
  const { value, reload } = useAnswer(load);
  return { name: value?.school_name ?? null, reload };
}
