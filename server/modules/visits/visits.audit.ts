import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import type { Home } from './visitors.ts';

/** Somebody in a school as its guest. */
export interface AuditedVisit {
  school_id: string;
  school: string;
  guest_id: string;
  home_tenant_id: string;
  home_user_id: string;
  home: Pick<Home, 'home' | 'first_name' | 'last_name' | 'email'>;
}

/** In the audit of both sides: the school reads who came from where, and home who went where. In the scope of the school. */
export async function noteVisit(
  transaction: TenantTransaction,
  action: AuditAction<'visits'>,
  visit: AuditedVisit,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { school_id, school, guest_id, home_tenant_id, home_user_id, home } = visit;
  await audit(transaction, {
    tenant_id: school_id,
    actor_id: guest_id,
    action,
    subject_id: guest_id,
    details: {
      home_tenant_id,
      home_user_id,
      home: home.home,
      name: `${home.first_name} ${home.last_name}`,
      email: home.email,
      ...details,
    },
  });
  await elsewhere(transaction, home_tenant_id, () =>
    audit(transaction, {
      tenant_id: home_tenant_id,
      actor_id: home_user_id,
      action,
      subject_id: school_id,
      details: { partner: school, ...details },
    }),
  );
}

/** What the school did about a guest: by whom the school knows, that it happened both sides do. In the scope of the school. */
export async function noteAnswer(
  transaction: TenantTransaction,
  action: AuditAction<'visits'>,
  about: {
    school_id: string;
    school: string;
    actor_id: string;
    guest: { id: string; home_tenant_id: string; name: string };
  },
  details: Record<string, unknown> = {},
): Promise<void> {
  const { school_id, school, actor_id, guest } = about;
  await audit(transaction, {
    tenant_id: school_id,
    actor_id,
    action,
    subject_id: guest.id,
    details: { by: guest.name, ...details },
  });
  await elsewhere(transaction, guest.home_tenant_id, () =>
    audit(transaction, {
      tenant_id: guest.home_tenant_id,
      actor_id: null,
      action,
      subject_id: school_id,
      details: { partner: school, by: guest.name, ...details },
    }),
  );
}
