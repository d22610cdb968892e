import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { audit } from './audit.ts';
import { elsewhere, type TenantTransaction } from './database.ts';

/** Who did it, and at which tenant. */
export interface DoneBy {
  readonly transaction: TenantTransaction;
  readonly tenant: { readonly id: string };
  /** Null: whoever runs the server, by a command. */
  readonly actor: { readonly id: string | null };
}

/** Written where it was done, and where it was done to. In the scope of the tenant that it was done to. */
export async function auditBoth(
  { transaction, tenant, actor }: DoneBy,
  { id, school_name }: { id: string; school_name: string },
  action: AuditAction<'tenants'>,
  details: Record<string, unknown>,
): Promise<void> {
  const isOwn = id === tenant.id;
  await audit(transaction, {
    tenant_id: id,
    actor_id: isOwn ? actor.id : null,
    action,
    subject_id: id,
    details,
  });
  if (isOwn) return;
  await elsewhere(transaction, tenant.id, () =>
    audit(transaction, {
      tenant_id: tenant.id,
      actor_id: actor.id,
      action,
      subject_id: id,
      details: { ...details, partner: school_name },
    }),
  );
}
