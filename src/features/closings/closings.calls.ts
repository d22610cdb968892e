import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import type { Closing, UnpaidAmount } from '#contract/closings/closings.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

export interface ClosingForm {
  reason: string;
  /** Of who closes the own school. */
  password: string;
  /** Of the school that the platform closes, typed once more. */
  name: string;
}

export interface WriteOffForm {
  name: string;
  /** As they were seen. */
  amounts: UnpaidAmount[];
}

/** The end of the own school, or of one that the platform looks after. */
export interface ClosingCalls {
  readonly by: 'school' | 'platform';
  readonly read: (signal: AbortSignal) => Promise<Closing>;
  ask(form: ClosingForm): Promise<Closing>;
  confirm(form: { name: string; code: string }): Promise<Closing>;
  /** @param reason of the platform */
  keep(reason: string): Promise<Closing>;
  /** Of the platform: shares of the school that can be paid no more. */
  readonly writeOff?: {
    ask(form: WriteOffForm & { reason: string }): Promise<Closing>;
    confirm(form: WriteOffForm & { code: string }): Promise<Closing>;
  };
}

export function ownClosing(api: ApiClient): ClosingCalls {
  return {
    by: 'school',
    read: (signal) => api.call(closingEndpoints.read, {}, { signal }),
    ask: ({ reason, password }) => api.call(closingEndpoints.ask, { body: { reason, password } }),
    confirm: ({ code }) => api.call(closingEndpoints.confirm, { body: { code } }),
    keep: () => api.call(closingEndpoints.keep, {}),
  };
}

export function closingOf(api: ApiClient, tenantId: string): ClosingCalls {
  const params = { tenantId };
  return {
    by: 'platform',
    read: (signal) => api.call(closingEndpoints.readOf, { params }, { signal }),
    ask: ({ reason, name }) => api.call(closingEndpoints.close, { params, body: { reason, name } }),
    confirm: ({ name, code }) =>
      api.call(closingEndpoints.confirmClose, {
        params,
        body: { name, ...(code !== '' && { code }) },
      }),
    keep: (reason) => api.call(closingEndpoints.keepOf, { params, body: { reason } }),
    writeOff: {
      ask: (body) => api.call(closingEndpoints.askWriteOff, { params, body }),
      confirm: ({ code, ...body }) =>
        api.call(closingEndpoints.confirmWriteOff, {
          params,
          body: { ...body, ...(code !== '' && { code }) },
        }),
    },
  };
}
