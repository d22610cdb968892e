import { closingProblems } from '#contract/closings/closings.problems.ts';
import {
  codeMinutes,
  loneHours,
  type Closing,
  type SignedReceipt,
} from '#contract/closings/closings.schema.ts';
import { Problem } from '#contract/kit/problem.ts';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { auditBoth } from '#server/platform/audit-both.ts';
import type { CallerBrowser } from '#server/platform/browser.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { DueWork } from '#server/platform/due-work.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import type { SecretKey } from '#server/platform/secret-key.ts';
import type { MailOutbox } from '../mail/mail.outbox.ts';
import type { Standing } from '../visits/standing.ts';
import { codeTries, loneCode, refuseOtherName, type ClosingCodes } from './closing-codes.ts';
import { beginClosing, lockOpen } from './begin-closing.ts';
import { closingCodeLetter } from './closings.letters.ts';
import * as repository from './closings.repository.ts';
import { isAskGood } from './first-word.ts';
import { isGenuine } from './receipts.ts';
import { listUnsettled } from './unsettled.ts';
import { readWriteOff } from './write-offs.service.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Somebody who acts on a school's end: of its own, or of the platform in the school's rows. */
type Acting = Pick<Call<Actor>, 'transaction' | 'tenant' | 'actor' | 'now'>;
interface OpenActing {
  tenant: HostTenant;
  actor: Actor;
  now: Date;
  browser: CallerBrowser;
}

export type ClosingService = ReturnType<typeof createClosingService>;

export function createClosingService(options: {
  database: Database;
  secretKey: SecretKey;
  codes: ClosingCodes;
  outbox: MailOutbox;
  addTask: DueWork['add'];
  standing: Pick<Standing, 'isGuest' | 'roleOf'>;
  /** @throws Problem where the password is not the caller's, or was wrong too often */
  checkPassword: (password: string, by: OpenActing) => Promise<void>;
}) {
  const { database, secretKey, codes, outbox, addTask, standing, checkPassword } = options;

  async function refuseGuests({ transaction, actor }: Pick<Acting, 'transaction' | 'actor'>): Promise<void> {
    if (await standing.isGuest(transaction, actor.tenant_id, actor.id))
      throw new Problem(closingProblems.not_for_guests);
  }

  /** @throws Problem `tenants.not_found` */
  async function readIn(tenantId: string, call: Acting): Promise<Closing> {
    const { transaction, tenant, actor } = call;
    const school = await repository.findSchool(transaction, tenantId);
    if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
    const ask = await repository.findAsk(transaction, tenantId);
    const closing = await repository.findClosing(transaction, tenantId);
    const isLone = ask?.is_by_platform === true && ask.code_hash !== null;
    return {
      school_name: school.school_name,
      people: (await repository.findPeople(transaction, tenantId)) ?? null,
      ask: ask
        ? {
            is_by_platform: ask.is_by_platform,
            reason: ask.reason,
            asked_at: ask.asked_at.toISOString(),
            is_mine: ask.asked_by === actor.id,
            needs: ask.code_hash === null ? 'second' : 'code',
            from: new Date(ask.asked_at.getTime() + (isLone ? loneHours * hour : 0)).toISOString(),
          }
        : null,
      closing:
        closing?.gone_at === null
          ? {
              is_by_platform: closing.is_by_platform,
              reason: closing.reason,
              begun_at: closing.begun_at.toISOString(),
              due_at: closing.due_at.toISOString(),
              waits_for: await listUnsettled(transaction, tenantId),
              write_off: tenant.is_platform ? await readWriteOff(tenantId, closing, call) : null,
            }
          : null,
      gone_at: school.gone_at?.toISOString() ?? null,
    };
  }

  /** In the school's scope. */
  async function begin(
    school: { id: string; school_name: string },
    about: { reason: string; is_by_platform: boolean },
    call: Acting,
  ): Promise<void> {
    const { transaction, actor } = call;
    const closer = await elsewhere(transaction, actor.tenant_id, () =>
      repository.findPerson(transaction, actor.tenant_id, actor.id),
    );
    await beginClosing(school, { ...about, closer }, call, { outbox, addTask });
  }

  /** @throws Problem `closings.not_closing` */
  async function keep(
    school: { id: string; school_name: string },
    { reason, isPlatform }: { reason: string | null; isPlatform: boolean },
    call: Acting,
  ): Promise<void> {
    const { transaction, now } = call;
    const wasAsked = await repository.removeAsk(transaction, school.id);
    const closing = await repository.findClosing(transaction, school.id);
    const isOpen = closing?.gone_at === null && closing.due_at > now;
    if (!isOpen && !wasAsked) throw new Problem(closingProblems.not_closing);
    if (isOpen) {
      if (closing.is_by_platform && !isPlatform) throw new Problem(closingProblems.platforms);
      await repository.keepClosing(transaction, { tenant_id: school.id, id: closing.id }, now);
      await repository.setClosesAt(transaction, school.id, { closes_at: null, now });
    }
    await auditBoth(call, school, 'tenants.kept', reason === null ? {} : { reason });
  }

  const tryCode = (
    tenantId: string,
    code: string,
    times: { now: Date; from: number; until: number },
  ): Promise<void> =>
    codes.check(
      tenantId,
      { about: tenantId, code },
      {
        find: (transaction) => repository.findAsk(transaction, tenantId),
        countTry: (transaction) => repository.countTry(transaction, tenantId, codeTries),
        ...times,
      },
    );

  const there = <Result>(tenantId: string, { transaction }: Acting, work: () => Promise<Result>) =>
    elsewhere(transaction, tenantId, work);

  return {
    read: (call: Acting) => readIn(call.tenant.id, call),

    async ask({ password, reason }: { password: string; reason: string }, by: OpenActing): Promise<Closing> {
      const { tenant, actor, now } = by;
      await inTenant(database, tenant.id, (transaction) => refuseGuests({ transaction, actor }));
      await checkPassword(password, by);
      return await inTenant(database, tenant.id, async (transaction) => {
        const call = { transaction, tenant, actor, now };
        const school = await lockOpen(transaction, tenant.id);
        const before = await repository.findAsk(transaction, tenant.id);
        // Who of the platform asked is not put off by it.
        if (before?.is_by_platform === true) throw new Problem(closingProblems.not_open);
        const reader = await repository.findPerson(transaction, tenant.id, actor.id);
        if (!reader) throw new Problem(closingProblems.not_open);
        const code = codes.make();
        await repository.putAsk(transaction, {
          tenant_id: tenant.id,
          asked_by: actor.id,
          is_by_platform: false,
          reason,
          asked_at: now,
          code_hash: codes.hashOf(tenant.id, code),
        });
        const about = { school_name: school.school_name, code, now, isLone: false };
        await outbox.add(transaction, tenant.id, closingCodeLetter(reader, about), { now });
        return await readIn(tenant.id, call);
      });
    },

    async confirm(code: string, { tenant, actor, now }: OpenActing): Promise<Closing> {
      const mine = await inTenant(database, tenant.id, async (transaction) => {
        await refuseGuests({ transaction, actor });
        return await repository.findAsk(transaction, tenant.id);
      });
      // The code was sent to who asked, and stands for that person alone.
      if (mine?.asked_by !== actor.id || mine.is_by_platform) throw new Problem(closingProblems.not_asked);
      await tryCode(tenant.id, code, { now, from: 0, until: codeMinutes * minute });
      return await inTenant(database, tenant.id, async (transaction) => {
        const call = { transaction, tenant, actor, now };
        const school = await lockOpen(transaction, tenant.id);
        const ask = await repository.findAsk(transaction, tenant.id);
        if (ask?.asked_by !== actor.id || ask.is_by_platform) throw new Problem(closingProblems.not_asked);
        await begin(school, { reason: ask.reason, is_by_platform: false }, call);
        return await readIn(tenant.id, call);
      });
    },

    async keep(call: Acting): Promise<Closing> {
      await refuseGuests(call);
      const { transaction, tenant } = call;
      const school = await repository.lockSchool(transaction, tenant.id);
      if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
      const ask = await repository.findAsk(transaction, tenant.id);
      if (ask?.is_by_platform === true) throw new Problem(closingProblems.platforms);
      await keep(school, { reason: null, isPlatform: false }, call);
      return await readIn(tenant.id, call);
    },

    readOf: (tenantId: string, call: Acting) => there(tenantId, call, () => readIn(tenantId, call)),

    /** In a transaction of its own. */
    readAfter: (tenantId: string, { tenant, actor, now }: OpenActing): Promise<Closing> =>
      inTenant(database, tenant.id, (transaction) => {
        const call = { transaction, tenant, actor, now };
        return there(tenantId, call, () => readIn(tenantId, call));
      }),

    close: (
      tenantId: string,
      { name, reason }: { name: string; reason: string },
      call: Acting,
    ): Promise<Closing> =>
      there(tenantId, call, async () => {
        const { transaction, tenant, actor, now } = call;
        const school = await lockOpen(transaction, tenantId);
        refuseOtherName(school, name);
        const hasSecond = await repository.hasSecond(transaction, tenant.id, actor.id);
        const code = hasSecond ? null : codes.make();
        await repository.putAsk(transaction, {
          tenant_id: tenantId,
          asked_by: actor.id,
          is_by_platform: true,
          reason,
          asked_at: now,
          code_hash: code === null ? null : codes.hashOf(tenantId, code),
        });
        await auditBoth(call, school, 'tenants.closing_asked', { reason });
        if (code !== null)
          await elsewhere(transaction, tenant.id, async () => {
            const reader = await repository.findPerson(transaction, tenant.id, actor.id);
            if (!reader) throw new Problem(closingProblems.not_open);
            const about = { school_name: school.school_name, code, now, isLone: true };
            await outbox.add(transaction, tenant.id, closingCodeLetter(reader, about), { now });
          });
        return await readIn(tenantId, call);
      }),

    async confirmClose(
      tenantId: string,
      { name, code }: { name: string; code?: string | undefined },
      { tenant, actor, now }: OpenActing,
    ): Promise<Closing> {
      const acting = (transaction: TenantTransaction): Acting => ({ transaction, tenant, actor, now });
      const isSecond = await inTenant(database, tenant.id, async (transaction) => {
        const call = acting(transaction);
        return await there(tenantId, call, async () => {
          const school = await lockOpen(transaction, tenantId);
          refuseOtherName(school, name);
          const ask = await repository.findAsk(transaction, tenantId);
          if (!ask?.is_by_platform) throw new Problem(closingProblems.not_asked);
          if (ask.asked_by !== actor.id) return true;
          if (ask.code_hash === null) throw new Problem(closingProblems.second_needed);
          return false;
        });
      });
      if (!isSecond) {
        // Somebody has become the second one since: a code is not enough any more.
        const hasSecond = await inTenant(database, tenant.id, (transaction) =>
          repository.hasSecond(transaction, tenant.id, actor.id),
        );
        if (hasSecond) throw new Problem(closingProblems.second_needed);
        await tryCode(tenantId, code ?? '', {
          now,
          ...loneCode,
        });
      }
      return await inTenant(database, tenant.id, async (transaction) => {
        const call = acting(transaction);
        return await there(tenantId, call, async () => {
          const school = await lockOpen(transaction, tenantId);
          const ask = await repository.findAsk(transaction, tenantId);
          if (!ask?.is_by_platform || (ask.asked_by !== actor.id) !== isSecond)
            throw new Problem(closingProblems.not_asked);
          const { asked_by } = ask;
          if (!(await isAskGood(transaction, standing, { platformId: tenant.id, asked_by })))
            throw new Problem(closingProblems.not_asked);
          await begin(school, { reason: ask.reason, is_by_platform: true }, call);
          return await readIn(tenantId, call);
        });
      });
    },

    keepOf: (tenantId: string, reason: string, call: Acting): Promise<Closing> =>
      there(tenantId, call, async () => {
        const school = await repository.lockSchool(call.transaction, tenantId);
        if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
        await keep(school, { reason, isPlatform: true }, call);
        return await readIn(tenantId, call);
      }),

    readReceipt: (tenantId: string, call: Acting): Promise<SignedReceipt> =>
      there(tenantId, call, async () => {
        const school = await repository.findSchool(call.transaction, tenantId);
        if (!school || school.is_platform) throw new Problem(tenantProblems.not_found);
        const closing = await repository.findClosing(call.transaction, tenantId);
        const { receipt = null, signature = null } = closing ?? {};
        if (receipt === null || signature === null) throw new Problem(closingProblems.no_receipt);
        return {
          receipt,
          signature: signature.toString('hex'),
          is_genuine: isGenuine(secretKey, receipt, signature),
        };
      }),
  };
}
