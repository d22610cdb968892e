import { sql } from 'kysely';
import type { CardEnd, CardSummary, LoginCard } from '#contract/cards/cards.schema.ts';
import type { PageQuery } from '#contract/kit/page.ts';
import { lockName, type TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

/** Only the hour that runs is asked for; who was shown stands in the audit. */
export const oldReveals = oldRows('password_reveals', { since: 'hour', keptFor: 24 * 60 * 60 * 1000 });

/** The cards of a school are made and voided one call after the other, so that each knows of those before it. */
export async function lockCards(transaction: TenantTransaction, tenantId: string): Promise<void> {
  await lockName(transaction, `login cards ${tenantId}`);
}

/** Asked in the scope of the school. */
export async function readPasswordsOnCards(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<boolean> {
  const { passwords_on_cards } = await transaction
    .selectFrom('tenants')
    .select('passwords_on_cards')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return passwords_on_cards;
}

/** False where it was so before. */
export async function setPasswordsOnCards(
  transaction: TenantTransaction,
  tenantId: string,
  passwords_on_cards: boolean,
  now: Date,
): Promise<boolean> {
  const changed = await transaction
    .updateTable('tenants')
    .set({ passwords_on_cards, updated_at: now })
    .where('id', '=', tenantId)
    .where('passwords_on_cards', '!=', passwords_on_cards)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function insertCards(
  transaction: TenantTransaction,
  printing: { tenant_id: string; printed_by: string; printed_at: Date },
  cards: readonly { id: string; student_id: string; badge_hash: Buffer }[],
): Promise<void> {
  if (cards.length === 0) return;
  await transaction
    .insertInto('login_cards')
    .values(cards.map((card) => ({ ...printing, ...card })))
    .execute();
}

/** Of these students, archived ones among them; null: of everybody. */
type StudentIds = readonly string[] | null;

function goodCards(transaction: TenantTransaction, tenantId: string, studentIds: StudentIds) {
  return transaction
    .selectFrom('login_cards as card')
    .where('card.tenant_id', '=', tenantId)
    .where('card.revoked_at', 'is', null)
    .$if(studentIds !== null, (query) =>
      query.where('card.student_id', '=', sql<string>`any(${studentIds}::uuid[])`),
    );
}

/** When the latest of the good cards was printed; null where there are none. */
export async function lastPrinting(
  transaction: TenantTransaction,
  tenantId: string,
  studentIds: StudentIds,
): Promise<Date | null> {
  const latest = await goodCards(transaction, tenantId, studentIds)
    .select('card.printed_at')
    .orderBy('card.printed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.printed_at ?? null;
}

export async function summarizeCards(
  transaction: TenantTransaction,
  tenantId: string,
  studentIds: StudentIds,
): Promise<CardSummary> {
  const counted = await goodCards(transaction, tenantId, studentIds)
    .select((select) => [
      select.fn.countAll<number>().as('cards'),
      select.fn.count<number>('card.student_id').distinct().as('students'),
    ])
    .executeTakeFirstOrThrow();
  const latest = await goodCards(transaction, tenantId, studentIds)
    .innerJoin('users as printer', (join) =>
      join.onRef('printer.tenant_id', '=', 'card.tenant_id').onRef('printer.id', '=', 'card.printed_by'),
    )
    .select(['card.printed_at', 'printer.first_name', 'printer.last_name'])
    .orderBy('card.printed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    ...counted,
    last_printed_at: latest?.printed_at.toISOString() ?? null,
    last_printed_by: latest ? { first_name: latest.first_name, last_name: latest.last_name } : null,
  };
}

export async function countCards(
  transaction: TenantTransaction,
  tenantId: string,
  studentId: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('login_cards')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Latest first. */
export async function listCards(
  transaction: TenantTransaction,
  tenantId: string,
  studentId: string,
  page: PageQuery,
): Promise<LoginCard[]> {
  const rows = await transaction
    .selectFrom('login_cards as card')
    .innerJoin('users as printer', (join) =>
      join.onRef('printer.tenant_id', '=', 'card.tenant_id').onRef('printer.id', '=', 'card.printed_by'),
    )
    .select([
      'card.id',
      'card.printed_at',
      'card.last_used_at',
      'card.revoked_at',
      'card.reason',
      'printer.first_name',
      'printer.last_name',
    ])
    .where('card.tenant_id', '=', tenantId)
    .where('card.student_id', '=', studentId)
    .orderBy('card.printed_at', 'desc')
    .orderBy('card.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ first_name, last_name, ...card }) => ({
    ...card,
    printed_at: card.printed_at.toISOString(),
    printed_by: { first_name, last_name },
    last_used_at: card.last_used_at?.toISOString() ?? null,
    revoked_at: card.revoked_at?.toISOString() ?? null,
  }));
}

export interface VoidedCard {
  id: string;
  student_id: string;
}

/** Voids whatever is good of these students; a card that was void before keeps its reason. */
export async function voidCards(
  transaction: TenantTransaction,
  tenantId: string,
  studentIds: StudentIds,
  end: { reason: CardEnd; now: Date },
): Promise<VoidedCard[]> {
  return await transaction
    .updateTable('login_cards')
    .set({ revoked_at: end.now, reason: end.reason })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .$if(studentIds !== null, (query) =>
      query.where('student_id', '=', sql<string>`any(${studentIds}::uuid[])`),
    )
    .returning(['id', 'student_id'])
    .execute();
}

/** Voids those of the cards that this person made and that nobody used. */
export async function voidUnprintedCards(
  transaction: TenantTransaction,
  maker: { tenant_id: string; printed_by: string },
  ids: readonly string[],
  now: Date,
): Promise<VoidedCard[]> {
  return await transaction
    .updateTable('login_cards')
    .set({ revoked_at: now, reason: 'not_printed' })
    .where('tenant_id', '=', maker.tenant_id)
    .where('printed_by', '=', maker.printed_by)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('revoked_at', 'is', null)
    .where('last_used_at', 'is', null)
    .returning(['id', 'student_id'])
    .execute();
}

export async function findGoodCard(transaction: TenantTransaction, tenantId: string, badgeHash: Buffer) {
  return await transaction
    .selectFrom('login_cards')
    .select(['id', 'student_id'])
    .where('tenant_id', '=', tenantId)
    .where('badge_hash', '=', badgeHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** False where the card was voided meanwhile. Until this transaction ends, nobody voids it. */
export async function noteCardUsed(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('login_cards')
    .set({ last_used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to what a person was shown in an hour, and answers how much it is by now. One call waits for the other here. */
export async function addReveals(
  transaction: TenantTransaction,
  reveals: { tenant_id: string; actor_id: string; hour: Date; pupils: number },
): Promise<number> {
  const { pupils } = await transaction
    .insertInto('password_reveals')
    .values(reveals)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'actor_id', 'hour']).doUpdateSet({
        pupils: sql<number>`password_reveals.pupils + excluded.pupils`,
      }),
    )
    .returning('pupils')
    .executeTakeFirstOrThrow();
  return pupils;
}
