import { uuidv7 } from 'uuidv7';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { anchorOf, periodFrom } from '#contract/subscriptions/periods.rules.ts';
import { renewalDay } from '#contract/subscriptions/subscriptions.rules.ts';
import type { Billing, PlanVariant } from '#contract/subscriptions/subscriptions.schema.ts';
import { renewSubscription } from '#server/modules/subscriptions/lifecycle.ts';
import { insertPlan, insertVariant } from '#server/modules/subscriptions/plans.repository.ts';
import { morningOf } from '#server/modules/subscriptions/reminders.ts';
import { insertSubscription } from '#server/modules/subscriptions/subscriptions.repository.ts';
import { inPlatformScope, inTenant } from '#server/platform/database.ts';
import type { FactoryContext, MadeTenant } from './factories.ts';

type DemoVariant = Omit<PlanVariant, 'id' | 'plan_id' | 'in_use' | 'is_offered'>;

const plans: readonly {
  name: string;
  description: string;
  features: string[];
  variants: readonly DemoVariant[];
}[] = [
  {
    name: 'Classroom',
    description: 'For a few classes that write their first books.',
    features: ['All books and stories', 'Work without a network', 'Help by email'],
    variants: [
      {
        period: 'month',
        currency: 'EUR',
        seat_price: 150,
        seat_minimum: 10,
        seat_maximum: 150,
        trial_days: 30,
      },
      {
        period: 'year',
        currency: 'EUR',
        seat_price: 1500,
        seat_minimum: 10,
        seat_maximum: 150,
        trial_days: 30,
      },
    ],
  },
  {
    name: 'Whole school',
    description: 'For all classes of a school, or all schools of an organization.',
    features: ['All that Classroom has', 'As many students as you like', 'Help by telephone'],
    variants: [
      {
        period: 'year',
        currency: 'EUR',
        seat_price: 1200,
        seat_minimum: 20,
        seat_maximum: null,
        trial_days: 30,
      },
      {
        period: 'year',
        currency: 'GBP',
        seat_price: 1100,
        seat_minimum: 20,
        seat_maximum: null,
        trial_days: 30,
      },
    ],
  },
];

/** The plans that the platform of the demo offers. @returns the variants, in the order above */
export async function makePlans({ database }: FactoryContext): Promise<(DemoVariant & { id: string })[]> {
  const now = new Date();
  const stamps = { created_at: now, updated_at: now };
  return await inPlatformScope(database, async (transaction) => {
    const made = [];
    for (const { variants, ...plan } of plans) {
      const plan_id = uuidv7();
      await insertPlan(transaction, { ...plan, ...stamps, id: plan_id });
      for (const variant of variants) {
        const row = { ...variant, id: uuidv7() };
        await insertVariant(transaction, { ...row, ...stamps, plan_id, is_offered: true });
        made.push(row);
      }
    }
    return made;
  });
}

/** A school that has a plan for two months, and paid for a year of it. */
export async function subscribe(
  { database }: FactoryContext,
  { id: tenant_id, subdomain }: MadeTenant,
  held: { variant: DemoVariant & { id: string }; seats: number; billing: Billing },
): Promise<void> {
  const { variant, seats, billing } = held;
  const now = new Date();
  const start = addDays(dayOf(now), -60);
  const span = periodFrom(start, variant.period, anchorOf(start));
  const id = uuidv7();
  await inTenant(database, tenant_id, async (transaction) => {
    await insertSubscription(transaction, {
      ...span,
      tenant_id,
      id,
      variant_id: variant.id,
      seats,
      state: 'active',
      anchor_day: anchorOf(start),
      billing: JSON.stringify(billing),
      origin: `http://${subdomain}.localhost`,
      fingerprint: Buffer.alloc(32),
      created_at: new Date(`${start}T09:00:00Z`),
    });
    await transaction
      .insertInto('tasks')
      .values({
        tenant_id,
        id: uuidv7(),
        kind: renewSubscription,
        subject: id,
        payload: '{}',
        due_at: morningOf(renewalDay(span)),
        dated_at: now,
      })
      .execute();
  });
}
