import { randomInt } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { Problem } from '#contract/kit/problem.ts';
import { officeStaff } from '#contract/kit/roles.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import type { NewVisitRequest, VisitOverride } from '#contract/visits/visits.schema.ts';
import { elsewhere, type TenantTransaction } from '#server/platform/database.ts';
import { hostOf, originOn } from '#server/platform/host.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { MailOutbox, MailToSend } from '../mail/mail.outbox.ts';
import * as consents from './consent.repository.ts';
import { enterAsGuest } from './guests.ts';
import { codeLetter, confirmLetter, glassLetter } from './overrides.letters.ts';
import * as overrides from './overrides.repository.ts';
import { noteVisit } from './visits.audit.ts';
import * as repository from './visits.repository.ts';

const day = 24 * 60 * 60 * 1000;

/** 60 bits in groups of four, without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
function newCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}
const hashOf = (code: string) => sha256(code.toUpperCase().replaceAll(/[^A-Z\d]/gu, ''));

export interface OverrideService {
  /** What waits for a school; null for nothing. */
  read(schoolId: string, call: Call<Actor>): Promise<VisitOverride | null>;
  /** @throws Problem `visits.unknown_school` */
  ask(schoolId: string, request: NewVisitRequest, call: Call<Actor>): Promise<void>;
  /** @throws Problem `visits.unknown_school`, `visits.override_over`, `visits.override_second`, `visits.override_early`, `visits.override_code` */
  confirm(
    at: { tenantId: string; overrideId: string },
    code: string | undefined,
    call: Call<Actor>,
  ): Promise<void>;
}

export function createOverrideService(options: { baseDomain: string; outbox: MailOutbox }): OverrideService {
  const { baseDomain, outbox } = options;

  /** By a second administrator within a day; by a code on the day after that one. */
  const sinceOf = (now: Date) => new Date(now.getTime() - 2 * day);
  const isOver = (row: { asked_at: Date; code_hash: Buffer | null }, now: Date) =>
    row.code_hash === null && now.getTime() - row.asked_at.getTime() >= day;
  const opensAt = (row: { asked_at: Date }) => new Date(row.asked_at.getTime() + day);

  async function schoolOf(transaction: TenantTransaction, schoolId: string) {
    const school = await elsewhere(transaction, schoolId, () => repository.findHere(transaction, schoolId));
    const host = school && hostOf(school, baseDomain);
    if (!school || school.is_platform || !host) throw new Problem(visitProblems.unknown_school);
    return { ...school, host };
  }
  type School = Awaited<ReturnType<typeof schoolOf>>;

  /** In the rows of the school, by a letter to each of its office. */
  async function tellOffice(
    { transaction, origin, now }: Call<Actor>,
    school: School,
    about: { guest: string; home: string; reason: string; isConfirmed: boolean },
  ): Promise<void> {
    if (origin === null) return;
    const page = school.is_organization ? paths.organization.profile() : paths.school.profile();
    const href = `${originOn(origin, school.host)}${page}`;
    for (const reader of await outbox.listReaders(transaction, school.id, officeStaff))
      await outbox.add(transaction, school.id, glassLetter(reader, { ...about, href, now }), { now });
  }

  return {
    async read(school_id, { transaction, tenant, actor, now }) {
      const row = await overrides.readWaiting(transaction, {
        tenant_id: tenant.id,
        school_id,
        since: sinceOf(now),
      });
      if (!row || isOver(row, now)) return null;
      const by_code = row.code_hash !== null;
      return {
        id: row.id,
        name: `${row.first_name} ${row.last_name}`.trim(),
        is_own: row.asked_by === actor.id,
        wants: row.wants,
        reason: row.reason,
        by_code,
        opens_at: (by_code ? opensAt(row) : row.asked_at).toISOString(),
        until: new Date(row.asked_at.getTime() + (by_code ? 2 : 1) * day).toISOString(),
      };
    },

    async ask(schoolId, { wants, reason }, call) {
      const { transaction, tenant, actor, origin, now } = call;
      const school = await schoolOf(transaction, schoolId);
      const person = await repository.findOwnName(transaction, tenant.id, actor.id);
      const guest = `${person.first_name} ${person.last_name}`.trim();
      const others = (await overrides.listAdministrators(transaction, tenant.id)).filter(
        ({ id }) => id !== actor.id,
      );
      const code = others.length === 0 ? newCode() : null;
      await overrides.endOverrides(transaction, { tenant_id: tenant.id, school_id: school.id, now });
      await overrides.insertOverride(transaction, {
        tenant_id: tenant.id,
        id: uuidv7(),
        school_id: school.id,
        asked_by: actor.id,
        wants,
        reason,
        asked_at: now,
        code_hash: code === null ? null : hashOf(code),
      });
      const about = { guest, home: person.home, school: school.school_name, reason, now };
      const href = `${origin ?? ''}${paths.platform.tenant({ tenantId: school.id })}?tab=visits`;
      const letters: MailToSend[] =
        code === null
          ? others.map((other) => confirmLetter(other, { ...about, href }))
          : person.email === null
            ? []
            : [codeLetter({ first_name: person.first_name, email: person.email }, { ...about, code })];
      for (const letter of letters) await outbox.add(transaction, tenant.id, letter, { now });
      await elsewhere(transaction, school.id, async () => {
        const { id: guest_id } = await enterAsGuest(transaction, school, {
          ...person,
          id: actor.id,
          tenant_id: tenant.id,
        });
        const visit = { school_id: school.id, school: school.school_name, guest_id };
        const home = { home_tenant_id: tenant.id, home_user_id: actor.id, home: person };
        await noteVisit(transaction, 'visits.glass_asked', { ...visit, ...home }, { wants, reason });
        await tellOffice(call, school, { guest, home: person.home, reason, isConfirmed: false });
      });
    },

    async confirm({ tenantId, overrideId }, code, call) {
      const { transaction, tenant, actor, now } = call;
      const school = await schoolOf(transaction, tenantId);
      const key = { tenant_id: tenant.id, id: overrideId };
      const row = await overrides.lockWaiting(transaction, {
        ...key,
        school_id: school.id,
        since: sinceOf(now),
      });
      if (!row || isOver(row, now)) throw new Problem(visitProblems.override_over);
      const isOwn = row.asked_by === actor.id;
      if (row.code_hash === null ? isOwn : !isOwn) throw new Problem(visitProblems.override_second);
      if (row.code_hash !== null) {
        if (now < opensAt(row)) throw new Problem(visitProblems.override_early);
        if (code === undefined || !hashOf(code).equals(row.code_hash))
          throw new Problem(visitProblems.override_code);
      }
      await overrides.confirmOverride(transaction, key, { confirmed_by: actor.id, confirmed_at: now });
      const person = await repository.findOwnName(transaction, tenant.id, row.asked_by);
      const second = await repository.findOwnName(transaction, tenant.id, actor.id);
      await elsewhere(transaction, school.id, async () => {
        const { id: guest_id } = await enterAsGuest(transaction, school, {
          ...person,
          id: row.asked_by,
          tenant_id: tenant.id,
        });
        const { wants, reason } = row;
        await consents.insertYes(transaction, {
          tenant_id: school.id,
          id: uuidv7(),
          guest_id,
          wants,
          reason,
          asked_at: row.asked_at,
          answered_at: now,
          may: wants,
          allowed_until: new Date(now.getTime() + limits.visitSeconds * 1000),
        });
        const visit = { school_id: school.id, school: school.school_name, guest_id };
        const home = { home_tenant_id: tenant.id, home_user_id: row.asked_by, home: person };
        const by = `${second.first_name} ${second.last_name}`.trim();
        await noteVisit(transaction, 'visits.broke_glass', { ...visit, ...home }, { wants, reason, by });
        const guest = `${person.first_name} ${person.last_name}`.trim();
        await tellOffice(call, school, { guest, home: person.home, reason, isConfirmed: true });
      });
    },
  };
}
