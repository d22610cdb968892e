import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import type { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { Shop, ShopForm } from '#contract/orders/orders.schema.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import { audit } from '#server/platform/audit.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import type { Paying } from '../payments/paying.service.ts';
import type { clearPrices, lockSale, setSale } from '../works/for-sale.ts';
import * as repository from './shop.repository.ts';

type Parsed<Name extends keyof typeof shopEndpoints> = EndpointParsed<(typeof shopEndpoints)[Name]>;

/** What a shop has to know of works. */
interface SalesOfWorks {
  lockSale: typeof lockSale;
  setSale: typeof setSale;
  clearPrices: typeof clearPrices;
}

export type ShopService = ReturnType<typeof createShopService>;

export function createShopService(options: {
  works: SalesOfWorks;
  payments: Pick<Paying, 'isTest' | 'canSay'>;
  refuseGrowth(transaction: TenantTransaction, tenant: HostTenant, now: Date): Promise<void>;
}) {
  const { works, payments } = options;

  /** @throws Problem at the field whose price no way to pay can take */
  async function refuseUnpayable(
    transaction: TenantTransaction,
    prices: Readonly<Record<string, number | null | undefined>>,
    currency: string,
  ): Promise<void> {
    const errors: { field: string; words: string[] }[] = [];
    for (const [field, amount] of Object.entries(prices)) {
      if (amount === null || amount === undefined) continue;
      if (!(await payments.canSay(transaction, { amount, currency })))
        errors.push({ field, words: [orderProblems.price_not_payable.error] });
    }
    if (errors.length > 0)
      throw new Problem(orderProblems.price_not_payable, {
        errors: Object.fromEntries(errors.map(({ field, words }) => [field, words])),
      });
  }

  async function present(transaction: TenantTransaction, tenantId: string): Promise<Shop> {
    const row = await repository.findShop(transaction, tenantId);
    const causes = await repository.findCausesById(
      transaction,
      row?.default_cause_id ? [row.default_cause_id] : [],
      { inAnyState: true },
    );
    return {
      is_open: row?.is_open ?? false,
      currency: row?.currency ?? null,
      digital_price: row?.digital_price ?? null,
      print_price: row?.print_price ?? null,
      print_cost: row?.print_cost ?? null,
      shipping_price: row?.shipping_price ?? null,
      school_bp: row?.school_bp ?? 0,
      default_cause: causes.get(row?.default_cause_id ?? '') ?? null,
      code: row?.code ?? null,
      seller: await repository.findSeller(transaction),
      is_test: payments.isTest,
    };
  }

  /** @throws Problem at the field */
  async function refuseWrong(body: ShopForm, transaction: TenantTransaction): Promise<void> {
    const { platform_bp } = await repository.findSeller(transaction);
    if (body.school_bp + platform_bp > 10_000)
      throw new Problem(requestProblems.invalid, {
        errors: { school_bp: [`The school’s part can be at most ${(10_000 - platform_bp) / 100} %`] },
      });
    if (body.default_cause_id !== null) {
      const causes = await repository.findCausesById(transaction, [body.default_cause_id]);
      if (causes.size === 0)
        throw new Problem(requestProblems.invalid, {
          errors: { default_cause_id: ['There is no such cause'] },
        });
    } else if (body.is_open) {
      throw new Problem(orderProblems.cause_needed, {
        errors: { default_cause_id: [orderProblems.cause_needed.error] },
      });
    }
    const { currency, digital_price, print_price, shipping_price } = body;
    await refuseUnpayable(
      transaction,
      { digital_price, print_price: print_price === null ? null : print_price + shipping_price },
      currency,
    );
  }

  return {
    read: ({ transaction, tenant }: Call): Promise<Shop> => present(transaction, tenant.id),

    /** @throws Problem `orders.cause_needed`, `orders.code_taken`, `orders.price_not_payable`, `subscriptions.read_only` */
    async update({ body }: Parsed<'update'>, call: Call<Actor>): Promise<Shop> {
      const { transaction, tenant, actor, now } = call;
      const { tenant_id, id: actor_id } = actor;
      const before = await repository.findShop(transaction, tenant_id);
      // One that is open stays open, and can be closed.
      if (body.is_open && !before?.is_open) await options.refuseGrowth(transaction, tenant, now);
      await refuseWrong(body, transaction);
      if (!(await repository.takeCode(transaction, tenant_id, body.code)))
        throw new Problem(orderProblems.code_taken, {
          errors: {
            code: [
              before
                ? 'These letters stand on documents already and stay as they are'
                : orderProblems.code_taken.error,
            ],
          },
        });
      if (before && before.currency !== body.currency) await works.clearPrices(transaction, tenant_id);
      await repository.writeShop(transaction, { ...body, tenant_id, updated_at: now });
      const { currency, is_open, school_bp } = body;
      const details = { currency, is_open, school_bp };
      await audit(transaction, { tenant_id, actor_id, action: 'shop.changed', details });
      return await present(transaction, tenant_id);
    },

    /** @throws Problem `works.not_found` */
    async readSale({ params }: Parsed<'readSale'>, { transaction, actor }: Call<Actor>) {
      const sale = await works.lockSale(transaction, actor.tenant_id, params.id);
      if (!sale) throw new Problem(workProblems.not_found);
      return sale;
    },

    /** @throws Problem `works.not_found`, `orders.no_permission`, `orders.currency_needed`, `orders.price_not_payable`, `subscriptions.read_only` */
    async updateSale({ params, body }: Parsed<'updateSale'>, { transaction, actor }: Call<Actor>) {
      const { tenant_id, id: actor_id } = actor;
      const sale = await works.lockSale(transaction, tenant_id, params.id);
      if (!sale) throw new Problem(workProblems.not_found);
      if (body.is_for_sale && sale.is_permitted === false) throw new Problem(orderProblems.no_permission);
      const { digital_price, print_price } = body;
      const shop = await repository.findShop(transaction, tenant_id);
      if (!shop && (digital_price !== null || print_price !== null))
        throw new Problem(orderProblems.currency_needed);
      if (shop) await refuseUnpayable(transaction, { digital_price, print_price }, shop.currency);
      await works.setSale(transaction, tenant_id, { id: sale.id, ...body });
      const { is_for_sale } = body;
      await audit(transaction, {
        tenant_id,
        actor_id,
        action: is_for_sale ? 'shop.put_up' : 'shop.taken_off',
        subject_id: sale.id,
        details: { digital_price, print_price },
      });
      return { ...sale, ...body };
    },
  };
}
