import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { BoughtParts } from '#contract/orders/orders.schema.ts';
import type { Work } from '#contract/works/works.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** A digital edition that was bought, with all of its pages or chapters. */
export interface ReadEdition {
  work: Work;
  parts: BoughtParts['parts'];
}

interface EditionAt {
  token: string;
  line: string;
  pass: string;
}

/**
 * Downloads an edition; from then on it cannot be given back.
 * @throws ApiProblem `orders.pass_over`, `orders.withdrawn`, NoNetworkError
 */
export async function readEdition(api: ApiClient, { token, line, pass }: EditionAt): Promise<ReadEdition> {
  const params = { token, line };
  const { work } = await api.call(orderEndpoints.download, { params, body: { pass } });
  const parts: BoughtParts['parts'] = [];
  for (;;) {
    const body = { pass, offset: parts.length };
    const page = await api.call(orderEndpoints.readParts, { params, body });
    parts.push(...page.parts);
    if (parts.length >= page.count || page.parts.length === 0) return { work, parts };
  }
}
