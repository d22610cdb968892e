/** Where the REST API is served; pages such as `/charities/` have the same names as calls. */
export const apiPrefix = '/api';

/** Where practice providers have their pay pages, on the host of the school: no page of the app. */
export const practicePrefix = '/sandbox';

/** Scheme of an `Authorization` that carries the pass of an order, for pictures and recordings of what was bought. */
export const passScheme = 'Pass';

export const headers = {
  /** Sent by the client, echoed by the server: an answer without the echo is not the server's. */
  requestId: 'x-request-id',
  /** Every answer of the API carries it; a captive portal's page does not. */
  product: 'x-quillshelf',
  idempotencyKey: 'idempotency-key',
} as const;
