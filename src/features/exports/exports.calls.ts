import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import type { TenantExport } from '#contract/exports/exports.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** Exports of the own school, or of one that the platform looks after. */
export interface ExportCalls {
  readonly list: (signal: AbortSignal) => Promise<TenantExport[]>;
  /** @param reason of the platform */
  start(reason: string): Promise<TenantExport>;
  linkOf(exportId: string, part: number): Promise<string>;
}

export function ownExports(api: ApiClient): ExportCalls {
  return {
    list: async (signal) => (await api.call(exportEndpoints.list, {}, { signal })).results,
    start: () => api.call(exportEndpoints.start, {}),
    linkOf: async (exportId, part) =>
      (await api.call(exportEndpoints.makeLink, { params: { exportId }, body: { part } })).url,
  };
}

export function exportsOf(api: ApiClient, tenantId: string): ExportCalls {
  return {
    list: async (signal) =>
      (await api.call(exportEndpoints.listOf, { params: { tenantId } }, { signal })).results,
    start: (reason) => api.call(exportEndpoints.startOf, { params: { tenantId }, body: { reason } }),
    linkOf: async (exportId, part) =>
      (await api.call(exportEndpoints.makeLinkOf, { params: { tenantId, exportId }, body: { part } })).url,
  };
}
