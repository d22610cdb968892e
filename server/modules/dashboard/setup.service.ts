import type { SetupAnswer, SetupStep } from '#contract/dashboard/setup.schema.ts';
import { setupSteps } from '#contract/dashboard/setup.schema.ts';
import { colorFields, defaultColors } from '#contract/tenants/tenants.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import * as repository from './setup.repository.ts';

type Asking = Pick<Call<Actor>, 'transaction' | 'tenant' | 'now'>;

/** Whether a child of the school has made a book or a story. */
export type HasWork = (transaction: TenantTransaction, tenantId: string) => Promise<boolean>;

export interface SetupService {
  read(call: Pick<Asking, 'transaction' | 'tenant'>): Promise<SetupAnswer>;
  hide(isHidden: boolean, call: Asking): Promise<SetupAnswer>;
}

export function createSetupService(options: { hasWork: HasWork }): SetupService {
  async function read({ transaction, tenant }: Pick<Asking, 'transaction' | 'tenant'>): Promise<SetupAnswer> {
    const school = await repository.findRegistered(transaction, tenant.id);
    if (!school) return { setup: null };
    const firstClass = await repository.findFirstClass(transaction, tenant.id);
    const done: Record<SetupStep, boolean> = {
      brand: school.logo !== null || colorFields.some((field) => school[field] !== defaultColors[field]),
      first_class: firstClass !== undefined,
      students: await repository.hasStudents(transaction, tenant.id),
      cards: await repository.hasCards(transaction, tenant.id),
      teacher: await repository.hasTeacher(transaction, tenant.id),
      first_story: await options.hasWork(transaction, tenant.id),
    };
    return {
      setup: {
        is_hidden: school.setup_hidden_at !== null,
        class_id: firstClass?.id ?? null,
        steps: setupSteps.map((key) => ({ key, is_done: done[key] })),
      },
    };
  }

  return {
    read,
    async hide(isHidden, { transaction, tenant, now }) {
      await repository.setHidden(transaction, tenant.id, isHidden ? now : null);
      return await read({ transaction, tenant });
    },
  };
}
