import { requestProblems } from '#contract/kit/problem.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { ApiProblem, type ApiClient } from './api-client.ts';
import type { AnyQueuedDefinition } from './queued.ts';

/** Answers that decide nothing: they say something of the moment, or that the call does not get through. */
const notOfTheCall = new Set([401, 408, 413, 425, 429]);

/**
 * Sends calls to a server that has only the plain REST calls: one by one, each under its `mutation_id` as
 * `Idempotency-Key`, so that it takes effect once however often it is sent.
 * @throws ApiProblem, NoNetworkError where not even the first call was decided
 */
export async function pushPlainly(
  api: ApiClient,
  definitions: ReadonlyMap<string, AnyQueuedDefinition>,
  calls: readonly QueuedCall[],
  options: { timeout: number; hasTime: () => boolean },
): Promise<CallResult[]> {
  const results: CallResult[] = [];
  const notApplied = new Set<string>();
  for (const { seq, mutation_id, name, input, depends_on = [] } of calls) {
    const definition = definitions.get(name);
    if (depends_on.some((id) => notApplied.has(id))) {
      notApplied.add(mutation_id);
      results.push({ seq, outcome: 'held' });
    } else if (!definition) {
      notApplied.add(mutation_id);
      results.push({ seq, outcome: 'needs_update' });
    } else {
      try {
        const idempotency = { idempotencyKey: mutation_id, timeout: options.timeout };
        await api.call(definition.endpoint, input, idempotency);
        results.push({ seq, outcome: 'applied' });
      } catch (error) {
        const result = resultOf(seq, error);
        // What was decided before is kept; the next run goes on from here, and hears the reason if there is one.
        if (!result && results.length > 0) return results;
        if (!result) throw error;
        if (result.outcome !== 'applied') notApplied.add(mutation_id);
        results.push(result);
      }
    }
    if (!options.hasTime()) return results;
  }
  return results;
}

/** Null where the server did not decide the call. */
function resultOf(seq: number, error: unknown): CallResult | null {
  if (!(error instanceof ApiProblem)) return null;
  if (error.code === requestProblems.already_applied.code) return { seq, outcome: 'applied' };
  if (error.code === requestProblems.not_found.code) return { seq, outcome: 'needs_update' };
  if (error.status < 400 || error.status >= 500 || notOfTheCall.has(error.status)) return null;
  return { seq, outcome: 'refused', problem: error.body };
}
