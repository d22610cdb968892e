import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '#contract/kit/http.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { paymentProblems } from '#contract/payments/payments.problems.ts';
import type { ProviderName } from '#contract/payments/payments.schema.ts';
import type { Clock } from '#server/platform/clock.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import { sendError } from '#server/platform/failures.ts';
import {
  BadSignatureError,
  isProviderRefusal,
  type Provider,
  type ProviderEvent,
} from '../providers/provider.ts';
import * as repository from './payments.repository.ts';
import { readReference } from '../providers/reference.ts';
import { checkPayment } from './settling.service.ts';

const mostBytes = 256 * 1024;

/** Disputes name no reference of ours; then the provider is asked whose they are. */
async function referenceIn(
  provider: Provider,
  { reference, provider_ref }: ProviderEvent,
): Promise<string | null> {
  if (reference !== null || provider_ref === null) return reference;
  return (await provider.find?.(provider_ref)) ?? null;
}

/**
 * Where providers tell of their events. Their bodies are theirs and their signatures are over bytes, so this is no endpoint of the
 * contract (docs/decisions/0083). An event is believed in nothing but that something happened: it makes the payment's task due.
 */
export function servePaymentEvents(
  app: FastifyInstance,
  options: {
    database: Database;
    clock: Clock;
    providers: ReadonlyMap<ProviderName, Provider>;
    addTask: DueWork['add'];
  },
): void {
  const { database, clock, providers, addTask } = options;

  /** @returns false where it is about no payment of ours */
  async function receive(provider: Provider, event: ProviderEvent): Promise<boolean> {
    const reference = await referenceIn(provider, event);
    const named = reference === null ? null : readReference(reference);
    if (!named) return false;
    const now = clock.now();
    return await inTenant(database, named.tenant_id, async (transaction) => {
      const payment = await repository.findPayment(transaction, named.tenant_id, named.id);
      if (payment?.provider !== provider.name || provider.name === 'transfer') return false;
      const isNew = await repository.insertEvent(transaction, {
        tenant_id: named.tenant_id,
        provider: provider.name,
        event_id: event.event_id,
        kind: event.kind,
        payment_id: payment.id,
        refund_ref: event.refund_ref,
        received_at: now,
      });
      // The answer to `begin` was lost, and the provider's name of the payment with it.
      if (payment.provider_ref === null && event.reference !== null && event.provider_ref !== null)
        await repository.updatePayment(
          transaction,
          { tenant_id: named.tenant_id, id: payment.id },
          { provider_ref: event.provider_ref },
        );
      if (isNew)
        await addTask(transaction, named.tenant_id, {
          kind: checkPayment,
          subject: payment.id,
          due_at: now,
          created_at: now,
        });
      return true;
    });
  }

  void app.register(async (scope) => {
    scope.setErrorHandler(sendError);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { provider: string } }>(
      `${apiPrefix}/payments/:provider/events/`,
      { bodyLimit: mostBytes },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const provider = [...providers.values()].find(({ name }) => name === request.params.provider);
        if (!provider) throw new Problem(requestProblems.not_found);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        try {
          const event = await provider.event(body, request.headers);
          if (!(await receive(provider, event)))
            request.log.warn({ provider: provider.name, kind: event.kind }, 'an event is about no payment');
          return { received: true };
        } catch (error) {
          if (error instanceof BadSignatureError) throw new Problem(paymentProblems.bad_signature);
          // It tells of it again later.
          if (isProviderRefusal(error)) throw new Problem(requestProblems.unavailable, { retryAfter: 60 });
          throw error;
        }
      },
    );
  });
}
