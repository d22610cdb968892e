import { seesWholeSchool } from '#contract/kit/roles.ts';
import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Actor } from '#server/platform/route.ts';
import type { ClassAccess } from '../classes/classes.service.ts';

/** All that a person may see, most needed first. */
export type ReadableScopes = (transaction: TenantTransaction, actor: Actor) => Promise<Scope[]>;

export function readableScopesOf(classes: ClassAccess): ReadableScopes {
  return async (transaction, actor) => {
    const classIds = await classes.idsOf(transaction, actor);
    return [
      scopeOf.user(actor.id),
      ...classIds.map(scopeOf.schoolClass),
      ...(seesWholeSchool(actor.role) ? [scopeOf.school(actor.tenant_id)] : []),
    ];
  };
}
