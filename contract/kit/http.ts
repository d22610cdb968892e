/** Where the REST API is served; pages such as `/charities/` have the same names as calls. */
export const apiPrefix = '/api';

export const headers = {
  /** Sent by the client, echoed by the server: an answer without the echo is not the server's. */
  requestId: 'x-request-id',
  /** Every answer of the API carries it; a captive portal's page does not. */
  product: 'x-quillshelf',
  idempotencyKey: 'idempotency-key',
} as const;
