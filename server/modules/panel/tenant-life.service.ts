import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { Problem, type ProblemDefinition } from '#contract/kit/problem.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import type { LifeState, TenantLife } from '#contract/tenants/tenant-life.schema.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { Panel } from '#server/platform/panel.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import * as repository from './tenant-life.repository.ts';

type Acting = Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>;

export interface TenantLifeService {
  /** @throws Problem `tenants.not_found` */
  read(panel: Panel, tenantId: string): Promise<TenantLife>;
  /** Ends all sessions in the same transaction. @throws Problem `tenants.not_found`, `tenants.not_active` */
  suspend(tenantId: string, reason: string, call: Acting): Promise<void>;
  /** @throws Problem `tenants.not_found`, `tenants.not_suspended` */
  resume(tenantId: string, reason: string, call: Acting): Promise<void>;
}

interface Moments {
  registered_at: Date | null;
  set_up_at: Date | null;
  suspended_at: Date | null;
  closes_at: Date | null;
  gone_at: Date | null;
}

function stateOf({ registered_at, set_up_at, suspended_at, closes_at, gone_at }: Moments): LifeState {
  if (gone_at) return 'gone';
  if (closes_at) return 'closing';
  if (suspended_at) return 'suspended';
  return registered_at && !set_up_at ? 'pending' : 'active';
}

interface Move {
  from: LifeState;
  otherwise: ProblemDefinition;
  action: AuditAction<'tenants'>;
  suspended_at: Date | null;
}

export function createTenantLifeService({ sessions }: { sessions: SessionEnding }): TenantLifeService {
  async function move(
    tenantId: string,
    { from, otherwise, action, suspended_at }: Move,
    { reason, call }: { reason: string; call: Acting },
  ): Promise<void> {
    const { transaction, now } = call;
    await elsewhere(transaction, tenantId, async () => {
      const tenant = await repository.lockLife(transaction, tenantId);
      if (!tenant || tenant.is_platform) throw new Problem(tenantProblems.not_found);
      const state = stateOf(tenant);
      if (state !== from) throw new Problem(otherwise, { details: { state } });
      await repository.setSuspended(transaction, tenantId, { suspended_at, now });
      if (suspended_at) await sessions.endAll(transaction, { tenant_id: tenantId, now });
      await auditBoth(call, tenant, action, { reason });
    });
  }

  return {
    async read(panel, tenantId) {
      const found = await repository.findLife(panel, tenantId);
      if (!found) throw new Problem(tenantProblems.not_found);
      const { id, school_name, is_organization, suspended_at, students, staff } = found;
      return {
        id,
        school_name,
        is_organization,
        state: stateOf(found),
        suspended_at: suspended_at?.toISOString() ?? null,
        people: students === null || staff === null ? null : { students, staff },
      };
    },

    suspend: (tenantId, reason, call) =>
      move(
        tenantId,
        {
          from: 'active',
          otherwise: tenantLifeProblems.not_active,
          action: 'tenants.suspended',
          suspended_at: call.now,
        },
        { reason, call },
      ),

    resume: (tenantId, reason, call) =>
      move(
        tenantId,
        {
          from: 'suspended',
          otherwise: tenantLifeProblems.not_suspended,
          action: 'tenants.resumed',
          suspended_at: null,
        },
        { reason, call },
      ),
  };
}
