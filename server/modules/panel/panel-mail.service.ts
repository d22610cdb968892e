import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { mailProblems } from '#contract/mail/mail.problems.ts';
import type { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import type { MailHead } from '#contract/mail/panel-mail.schema.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere } from '#server/platform/database.ts';
import type { Actor, Call, PanelCall } from '#server/platform/route.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Suppressions } from '../mail/suppressions.ts';
import type { Schools } from '../visits/schools.ts';
import { listLetters, readMailHead } from './letters.list.ts';
import { unlessTooWide } from './panel-page.ts';
import { listSuppressions, toSuppression } from './suppressions.list.ts';

type Parsed<Name extends keyof typeof panelMailEndpoints> = EndpointParsed<(typeof panelMailEndpoints)[Name]>;

export type PanelMailService = ReturnType<typeof createPanelMailService>;

interface Noted {
  action: AuditAction<'mail'>;
  subject_id?: string;
  details: Record<string, unknown>;
}

/** In the platform's audit, wherever the transaction is now. */
function note({ transaction, actor }: Call<Actor>, { action, subject_id, details }: Noted): Promise<void> {
  return elsewhere(transaction, actor.tenant_id, () =>
    audit(transaction, {
      tenant_id: actor.tenant_id,
      actor_id: actor.id,
      action,
      ...(subject_id !== undefined && { subject_id }),
      details,
    }),
  );
}

/** E-mail of all schools: read by the panel's role, and acted on in one school at a time by the school's own service. */
export function createPanelMailService(options: {
  mail: MailService;
  suppressions: Suppressions;
  transport: MailHead['transport'];
  schools: Pick<Schools, 'act'>;
}) {
  const { mail, suppressions, transport, schools } = options;
  const missing = mailProblems.not_found;

  return {
    async listAll({ query }: Parsed<'listAll'>, { panel, now }: PanelCall) {
      return {
        ...(await listLetters(panel, query, now)),
        head: await unlessTooWide(() => readMailHead(panel, transport, now)),
      };
    },

    /** Each look is a row of the audit (law 4). */
    async read({ params: { tenantId, id } }: Parsed<'read'>, call: PanelCall) {
      const tenant = await call.panel
        .selectFrom('tenants')
        .select(['id', 'school_name'])
        .where('id', '=', tenantId)
        .executeTakeFirst();
      if (!tenant) throw new Problem(missing);
      const { transaction } = call;
      const letter = await elsewhere(transaction, tenantId, () => mail.read(transaction, tenantId, id));
      await note(call, {
        action: 'mail.looked_at',
        subject_id: id,
        details: { letter: letter.kind, partner: tenant.school_name },
      });
      return { ...letter, tenant };
    },

    async showAddress(
      { params: { tenantId, id }, body: { reason } }: Parsed<'showAddress'>,
      call: Call<Actor>,
    ) {
      const act = async (there: Call<Actor>, { school_name }: { school_name: string }) => {
        const { transaction, actor } = there;
        const address = await mail.addressOf(transaction, tenantId, id);
        const action = 'mail.address_shown';
        const entry = { tenant_id: tenantId, actor_id: actor.id, action, subject_id: id } as const;
        await audit(transaction, { ...entry, details: { reason } });
        if (there !== call)
          await note(call, { action, subject_id: id, details: { reason, partner: school_name } });
        return { address };
      };
      return await schools.act(call, tenantId, act, missing);
    },

    async sendAgain({ params: { tenantId, id }, body: { reason } }: Parsed<'sendAgain'>, call: Call<Actor>) {
      const act = async (there: Call<Actor>, { school_name }: { school_name: string }) => {
        const sent = await mail.again(id, there, { reason });
        if (there !== call)
          await note(call, {
            action: 'mail.sent_again',
            subject_id: id,
            details: { reason, letter: sent.kind, partner: school_name },
          });
        return { id: sent.id };
      };
      return await schools.act(call, tenantId, act, missing);
    },

    listSuppressions: ({ query }: Parsed<'listSuppressions'>, { panel, now }: PanelCall) =>
      listSuppressions(panel, query, { macsOf: (address) => suppressions.macsOf(address), now }),

    async suppress({ body: { address, reason } }: Parsed<'suppress'>, call: Call<Actor>) {
      const { transaction, now } = call;
      await suppressions.add(transaction, address, { reason: 'manual', cause: 'stopped', now });
      const stopped = await suppressions.find(transaction, address, now);
      if (!stopped) throw new Error('A suppression that was added is gone');
      await note(call, {
        action: 'mail.suppressed',
        subject_id: stopped.id,
        details: { address: stopped.listed_address, reason },
      });
      return toSuppression(stopped);
    },

    /** @throws Problem `mail.not_suppressed` */
    async lift({ params: { id } }: Parsed<'lift'>, call: Call<Actor>) {
      const lifted = await suppressions.lift(call.transaction, id);
      if (!lifted) throw new Problem(mailProblems.not_suppressed);
      await note(call, {
        action: 'mail.lifted',
        subject_id: id,
        details: {
          address: lifted.listed_address,
          why: lifted.reason,
          since: lifted.since.toISOString(),
        },
      });
      return {};
    },
  };
}
