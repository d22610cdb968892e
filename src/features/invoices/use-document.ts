import { useCallback } from 'react';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import type { DocumentType, ShownDocument } from '#contract/invoices/invoices.schema.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { usePassOf } from '#src/session/order-pass.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** A document: whole for who has the pass of its order or is its signed-in buyer, else without who bought. */
export function useDocument(api: ApiClient, { type, token }: { type: DocumentType; token: string }) {
  const pass = usePassOf();
  const load = useCallback(
    async (signal: AbortSignal): Promise<ShownDocument> => {
      const params = { type, token };
      if (pass !== null)
        try {
          return await api.call(invoiceEndpoints.readWhole, { params, body: { pass } }, { signal });
        } catch (error) {
          // The pass is another order's, or over.
          if (!(error instanceof ApiProblem) || error.code !== orderProblems.pass_over.code) throw error;
        }
      return await api.call(invoiceEndpoints.read, { params }, { signal });
    },
    [api, type, token, pass],
  );
  return useAnswer(load);
}
