import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { planEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type {
  Plan,
  PlanForm,
  PlanList,
  PlanRules,
  VariantChange,
  VariantForm,
} from '#contract/subscriptions/subscriptions.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { Paying } from '../payments/paying.service.ts';
import * as repository from './plans.repository.ts';

type Parsed<Name extends keyof typeof planEndpoints> = EndpointParsed<(typeof planEndpoints)[Name]>;

export type PlanService = ReturnType<typeof createPlanService>;

const rulesOf = (required_since: Date | null): PlanRules => ({
  is_required: required_since !== null,
  required_since: required_since?.toISOString() ?? null,
});

/** What the platform offers: plans, their variants, and whether schools have to have one. */
export function createPlanService(options: { payments: Pick<Paying, 'canSay'> }) {
  const { payments } = options;

  /** For the platform, with how many have each variant. In its scope. */
  async function listAll(transaction: TenantTransaction): Promise<Plan[]> {
    const uses = await repository.countUses(transaction);
    const plans = await repository.listPlans(transaction);
    return plans.map((plan) => ({
      ...plan,
      variants: plan.variants.map((variant) => ({ ...variant, in_use: uses.get(variant.id) ?? 0 })),
    }));
  }

  async function listOffered(transaction: TenantTransaction): Promise<Plan[]> {
    const plans = await repository.listPlans(transaction);
    return plans
      .map((plan) => ({
        ...plan,
        variants: plan.variants
          .filter(({ is_offered }) => is_offered)
          .map((variant) => ({ ...variant, in_use: null })),
      }))
      .filter(({ variants }) => variants.length > 0);
  }

  async function readPlan(transaction: TenantTransaction, id: string): Promise<Plan> {
    const plan = (await listAll(transaction)).find((each) => each.id === id);
    if (!plan) throw new Problem(subscriptionProblems.plan_not_found);
    return plan;
  }

  async function list({ transaction, tenant }: Call<Actor>): Promise<PlanList> {
    const required_since = await repository.findRequiredSince(transaction);
    const plans = tenant.is_platform
      ? await elsewhere(transaction, null, () => listAll(transaction))
      : await listOffered(transaction);
    return { ...rulesOf(required_since), plans };
  }

  /** Changes what is offered, in the platform's scope, and writes it into its audit. */
  async function change<Result>(
    { transaction, actor }: Call<Actor>,
    action: AuditAction<'plans'>,
    work: () => Promise<{ result: Result; subject_id?: string; details: Record<string, unknown> | null }>,
  ): Promise<Result> {
    const { result, subject_id, details } = await elsewhere(transaction, null, work);
    if (details)
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action,
        ...(subject_id !== undefined && { subject_id }),
        details,
      });
    return result;
  }

  /** @throws Problem at the price that no way to pay can take */
  async function refuseUnpayable(
    transaction: TenantTransaction,
    { currency, seat_price, seat_minimum }: VariantChange,
  ): Promise<void> {
    if (await payments.canSay(transaction, { amount: seat_price * seat_minimum, currency })) return;
    const { price_not_payable } = orderProblems;
    throw new Problem(price_not_payable, { errors: { seat_price: [price_not_payable.error] } });
  }

  /** The same again is the same. @throws Problem `subscriptions.id_taken`, `subscriptions.name_taken` */
  async function createPlan(transaction: TenantTransaction, body: PlanForm, now: Date): Promise<boolean> {
    const stamps = { created_at: now, updated_at: now };
    if (await repository.insertPlan(transaction, { ...body, ...stamps })) return true;
    const before = await repository.findPlan(transaction, { id: body.id });
    if (!before)
      throw new Problem(subscriptionProblems.name_taken, {
        errors: { name: [subscriptionProblems.name_taken.error] },
      });
    if (!isDeepStrictEqual(before, body)) throw new Problem(subscriptionProblems.id_taken);
    return false;
  }

  /** The same again is the same. @throws Problem `subscriptions.id_taken`, `subscriptions.plan_not_found` */
  async function createVariant(
    transaction: TenantTransaction,
    body: VariantForm,
    now: Date,
  ): Promise<boolean> {
    if (!(await repository.lockPlan(transaction, body.plan_id)))
      throw new Problem(subscriptionProblems.plan_not_found);
    const stamps = { created_at: now, updated_at: now };
    if (await repository.insertVariant(transaction, { ...body, ...stamps })) return true;
    const before = await repository.lockVariant(transaction, body.id);
    if (!isDeepStrictEqual(before, body)) throw new Problem(subscriptionProblems.id_taken);
    return false;
  }

  return {
    list: (_input: unknown, call: Call<Actor>): Promise<PlanList> => list(call),

    create: ({ body }: Parsed<'create'>, call: Call<Actor>): Promise<Plan> =>
      change(call, 'plans.made', async () => {
        const isNew = await createPlan(call.transaction, body, call.now);
        const result = await readPlan(call.transaction, body.id);
        return { result, subject_id: body.id, details: isNew ? { name: body.name } : null };
      }),

    /** @throws Problem `subscriptions.plan_not_found`, `subscriptions.name_taken` */
    update: ({ params, body }: Parsed<'update'>, call: Call<Actor>): Promise<Plan> =>
      change(call, 'plans.changed', async () => {
        const { transaction, now } = call;
        const before = await repository.lockPlan(transaction, params.id);
        if (!before) throw new Problem(subscriptionProblems.plan_not_found);
        const namesake = await repository.findPlan(transaction, { name: body.name });
        if (namesake && namesake.id !== params.id)
          throw new Problem(subscriptionProblems.name_taken, {
            errors: { name: [subscriptionProblems.name_taken.error] },
          });
        await repository.updatePlan(transaction, params.id, { ...body, updated_at: now });
        const result = await readPlan(transaction, params.id);
        return { result, subject_id: params.id, details: { name: body.name, before: before.name } };
      }),

    /** @throws Problem `subscriptions.plan_not_found`, `subscriptions.in_use` */
    async remove({ params }: Parsed<'remove'>, call: Call<Actor>): Promise<PlanList> {
      const { transaction } = call;
      await change(call, 'plans.removed', async () => {
        const plan = await repository.lockPlan(transaction, params.id);
        if (!plan) throw new Problem(subscriptionProblems.plan_not_found);
        const { variants } = await readPlan(transaction, params.id);
        const ids = variants.map(({ id }) => id);
        for (const id of ids) await repository.lockVariant(transaction, id);
        if (await repository.wereUsed(transaction, ids)) throw new Problem(subscriptionProblems.in_use);
        for (const id of ids) await repository.removeVariant(transaction, id);
        await repository.removePlan(transaction, params.id);
        return { result: null, subject_id: params.id, details: { name: plan.name } };
      });
      return await list(call);
    },

    /** @throws Problem `subscriptions.plan_not_found`, `subscriptions.id_taken`, `orders.price_not_payable` */
    createVariant: ({ body }: Parsed<'createVariant'>, call: Call<Actor>): Promise<Plan> =>
      change(call, 'plans.variant_made', async () => {
        const { transaction, now } = call;
        await refuseUnpayable(transaction, body);
        const isNew = await createVariant(transaction, body, now);
        const result = await readPlan(transaction, body.plan_id);
        const { id, period, currency, seat_price } = body;
        const details = { name: result.name, period, currency, seat_price };
        return { result, subject_id: id, details: isNew ? details : null };
      }),

    /** @throws Problem `subscriptions.variant_not_found`, `subscriptions.fixed`, `orders.price_not_payable` */
    updateVariant: ({ params, body }: Parsed<'updateVariant'>, call: Call<Actor>): Promise<Plan> =>
      change(call, 'plans.variant_changed', async () => {
        const { transaction, now } = call;
        const before = await repository.lockVariant(transaction, params.id);
        if (!before) throw new Problem(subscriptionProblems.variant_not_found);
        const isOther = before.period !== body.period || before.currency !== body.currency;
        if (isOther && (await repository.wereUsed(transaction, [params.id])))
          throw new Problem(subscriptionProblems.fixed);
        await refuseUnpayable(transaction, body);
        await repository.updateVariant(transaction, params.id, { ...body, updated_at: now });
        const result = await readPlan(transaction, before.plan_id);
        return { result, subject_id: params.id, details: { name: result.name, before, after: body } };
      }),

    /** @throws Problem `subscriptions.variant_not_found`, `subscriptions.in_use` */
    removeVariant: ({ params }: Parsed<'removeVariant'>, call: Call<Actor>): Promise<Plan> =>
      change(call, 'plans.variant_removed', async () => {
        const { transaction } = call;
        const variant = await repository.lockVariant(transaction, params.id);
        if (!variant) throw new Problem(subscriptionProblems.variant_not_found);
        if (await repository.wereUsed(transaction, [params.id]))
          throw new Problem(subscriptionProblems.in_use);
        await repository.removeVariant(transaction, params.id);
        const result = await readPlan(transaction, variant.plan_id);
        return { result, subject_id: params.id, details: { name: result.name } };
      }),

    setRequired: ({ body }: Parsed<'setRequired'>, call: Call<Actor>): Promise<PlanRules> =>
      change(call, 'plans.required_set', async () => {
        const { transaction, now } = call;
        const before = await repository.findRequiredSince(transaction);
        const { is_required } = body;
        if ((before !== null) === is_required) return { result: rulesOf(before), details: null };
        const required_since = is_required ? now : null;
        await repository.setRequiredSince(transaction, { required_since, now });
        return { result: rulesOf(required_since), details: { is_required } };
      }),
  };
}
