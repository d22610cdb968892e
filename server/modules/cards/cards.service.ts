import { uuidv7 } from 'uuidv7';
import { cardProblems } from '#contract/cards/cards.problems.ts';
import type {
  CardEnd,
  CardSettings,
  CardSummary,
  LoginCard,
  NewLoginCard,
  ReplaceCards,
  StudentLogin,
} from '#contract/cards/cards.schema.ts';
import { classProblems } from '#contract/classes/classes.problems.ts';
import { limits } from '#contract/kit/limits.ts';
import { nextPage, type PageQuery } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { studentProblems } from '#contract/students/students.problems.ts';
import { audit } from '#server/platform/audit.ts';
import type { Guesses } from '#server/platform/guesses.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { ClassAccess } from '../classes/classes.service.ts';
import type { SessionEnding } from '../identity/session-ending.ts';
import type { StudentAccount, StudentAccounts } from '../students/student-accounts.ts';
import type { StudentService } from '../students/students.service.ts';
import type { GrantRevocation } from '../sync/grants.service.ts';
import { makeBadge } from './badges.ts';
import * as repository from './cards.repository.ts';

type StaffCall = Call<Actor>;

/** Whose cards: those of one student, of the students of a class, or of everybody. */
export type CardHolders = { studentId: string } | { classId: string } | 'school';

interface Page<Row> {
  count: number;
  next: string | null;
  results: Row[];
}

export interface CardService {
  /** For those who can sign in, or for some of them alone, in the order of the class list. */
  issueForClass(
    classId: string,
    page: PageQuery & { student_ids?: readonly string[] | undefined },
    call: StaffCall,
  ): Promise<Page<NewLoginCard>>;
  issueForStudent(studentId: string, call: StaffCall): Promise<NewLoginCard>;
  listOfStudent(studentId: string, page: PageQuery, call: StaffCall): Promise<Page<LoginCard>>;
  summarize(holders: CardHolders, call: StaffCall): Promise<CardSummary>;
  /** Voids what is good, ends what was opened with it, and takes back the push grants of those children. */
  replace(holders: CardHolders, seen: ReplaceCards, call: StaffCall): Promise<{ voided: number }>;
  /** Passes over whatever somebody else made, or that was used. */
  discard(cardIds: readonly string[], call: StaffCall): Promise<{ voided: number }>;
  readSettings(call: StaffCall): Promise<CardSettings>;
  /** For cards that are printed from now on; those on paper stay as they are. */
  changeSettings(settings: CardSettings, call: StaffCall): Promise<CardSettings>;
  revealClass(classId: string, page: PageQuery, call: StaffCall): Promise<Page<StudentLogin>>;
  revealStudent(classCode: string, studentId: string, call: StaffCall): Promise<StudentLogin>;
}

const hour = 60 * 60 * 1000;

export function createCardService(options: {
  classes: ClassAccess;
  students: Pick<StudentService, 'findOwn'>;
  accounts: StudentAccounts;
  grants: GrantRevocation;
  sessions: SessionEnding;
  guesses: Pick<Guesses, 'forgive'>;
}): CardService {
  const { classes, students, accounts, grants, sessions, guesses } = options;

  /** @throws Problem `classes.not_found` */
  async function refuseUnlessRun(classId: string, { transaction, actor }: StaffCall): Promise<void> {
    if (!(await classes.runs(transaction, actor, classId))) throw new Problem(classProblems.not_found);
  }

  /** Ids of the students; null for all of the school. @throws Problem where they are none of the person's */
  async function idsOf(holders: CardHolders, call: StaffCall): Promise<readonly string[] | null> {
    if (holders === 'school') return null;
    if ('studentId' in holders) return [(await students.findOwn(holders.studentId, call)).id];
    await refuseUnlessRun(holders.classId, call);
    return await classes.studentIdsOf(call.transaction, call.actor.tenant_id, holders.classId);
  }

  /** What stands on cards beside the code, by id of the student; nothing where the school wants it so. */
  async function passwordsFor(
    holders: readonly StudentAccount[],
    call: StaffCall,
  ): Promise<ReadonlyMap<string, string>> {
    const { transaction, actor } = call;
    if (!(await repository.readPasswordsOnCards(transaction, actor.tenant_id))) return new Map();
    const ids = holders.map(({ id }) => id);
    const passwords = await accounts.openPasswords(transaction, actor.tenant_id, ids);
    await countReveals([...passwords.keys()], call);
    return passwords;
  }

  async function issue(holders: readonly StudentAccount[], call: StaffCall): Promise<NewLoginCard[]> {
    const { transaction, actor, now } = call;
    await repository.lockCards(transaction, actor.tenant_id);
    const passwords = await passwordsFor(holders, call);
    const cards = holders.map(({ id, first_name, last_name, username, avatar }) => {
      const password = passwords.get(id);
      return {
        id: uuidv7(),
        student_id: id,
        first_name,
        last_name,
        username,
        avatar,
        badge: makeBadge(),
        ...(password !== undefined && { password }),
      };
    });
    await repository.insertCards(
      transaction,
      { tenant_id: actor.tenant_id, printed_by: actor.id, printed_at: now },
      cards.map(({ id, student_id, badge }) => ({ id, student_id, badge_hash: sha256(badge) })),
    );
    await audit(
      transaction,
      ...cards.map(({ id, student_id }) => ({
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'cards.issued' as const,
        subject_id: student_id,
        details: { card_id: id },
      })),
    );
    return cards;
  }

  /** What follows from cards being void: nothing that they opened stays open. */
  async function follow(
    voided: readonly repository.VoidedCard[],
    reason: CardEnd,
    { transaction, actor, now }: StaffCall,
  ): Promise<void> {
    const { tenant_id } = actor;
    await sessions.endThoseOfCards(transaction, { tenant_id, cardIds: voided.map(({ id }) => id), now });
    const cardsOf = new Map<string, string[]>();
    for (const { id, student_id } of voided)
      cardsOf.set(student_id, [...(cardsOf.get(student_id) ?? []), id]);
    await audit(
      transaction,
      ...[...cardsOf].map(([subject_id, card_ids]) => ({
        tenant_id,
        actor_id: actor.id,
        action: 'cards.voided' as const,
        subject_id,
        details: { reason, card_ids },
      })),
    );
  }

  /**
   * Counts and writes down whose passwords are shown.
   * @throws Problem `cards.too_many_reveals`, and then none of them counts
   */
  async function countReveals(
    studentIds: readonly string[],
    { transaction, actor, now }: StaffCall,
  ): Promise<void> {
    if (studentIds.length === 0) return;
    const { tenant_id, id: actor_id } = actor;
    const thisHour = new Date(Math.floor(now.getTime() / hour) * hour);
    const reveals = { tenant_id, actor_id, hour: thisHour, pupils: studentIds.length };
    if ((await repository.addReveals(transaction, reveals)) > limits.revealsPerHour) {
      const left = thisHour.getTime() + hour - now.getTime();
      throw new Problem(cardProblems.too_many_reveals, { retryAfter: Math.ceil(left / 1000) });
    }
    await audit(
      transaction,
      ...studentIds.map((subject_id) => ({
        tenant_id,
        actor_id,
        action: 'cards.password_revealed' as const,
        subject_id,
      })),
    );
  }

  /**
   * Staff look at a password because a child cannot sign in, so the wrong tries at it are forgiven, and those of the class.
   * @throws Problem `cards.too_many_reveals`
   */
  async function noteReveals(
    logins: readonly StudentLogin[],
    classId: string,
    call: StaffCall,
  ): Promise<void> {
    if (logins.length === 0) return;
    const ids = logins.map(({ id }) => id);
    await countReveals(ids, call);
    await guesses.forgive(call.transaction, call.actor.tenant_id, { accounts: ids, classes: [classId] });
  }

  return {
    async issueForClass(classId, page, call) {
      const { transaction, actor } = call;
      await refuseUnlessRun(classId, call);
      const { count, rows } = await accounts.listOfClass(transaction, actor.tenant_id, classId, page);
      return { count, next: nextPage(page, count), results: await issue(rows, call) };
    },

    async issueForStudent(studentId, call) {
      const student = await students.findOwn(studentId, call);
      const { id, first_name, last_name, username, avatar, archived_at } = student;
      if (username === null || archived_at !== null) throw new Problem(studentProblems.not_found);
      const [card] = await issue([{ id, first_name, last_name, username, avatar }], call);
      if (!card) throw new Error('No card was made');
      return card;
    },

    async listOfStudent(studentId, page, call) {
      const { transaction, actor } = call;
      const { id } = await students.findOwn(studentId, call);
      const count = await repository.countCards(transaction, actor.tenant_id, id);
      const results = await repository.listCards(transaction, actor.tenant_id, id, page);
      return { count, next: nextPage(page, count), results };
    },

    async summarize(holders, call) {
      return await repository.summarizeCards(
        call.transaction,
        call.actor.tenant_id,
        await idsOf(holders, call),
      );
    },

    async replace(holders, { last_printed_at: seen }, call) {
      const { transaction, actor, now } = call;
      const ids = await idsOf(holders, call);
      await repository.lockCards(transaction, actor.tenant_id);
      if (seen !== undefined) {
        const last = await repository.lastPrinting(transaction, actor.tenant_id, ids);
        if (last !== null && (seen === null || last.getTime() > Date.parse(seen)))
          throw new Problem(cardProblems.printed_meanwhile);
      }
      const reason = reasonFor(holders);
      const voided = await repository.voidCards(transaction, actor.tenant_id, ids, { reason, now });
      if (voided.length === 0) return { voided: 0 };
      await follow(voided, reason, call);
      // A tablet that a lost card opened may still hold changes; somebody looks at them before they count.
      await grants.revoke(call, [...new Set(voided.map(({ student_id }) => student_id))], 'card_replaced');
      return { voided: voided.length };
    },

    async discard(cardIds, call) {
      const { transaction, actor, now } = call;
      const maker = { tenant_id: actor.tenant_id, printed_by: actor.id };
      const voided = await repository.voidUnprintedCards(transaction, maker, cardIds, now);
      if (voided.length > 0) await follow(voided, 'not_printed', call);
      return { voided: voided.length };
    },

    async readSettings({ transaction, actor }) {
      return {
        passwords_on_cards: await repository.readPasswordsOnCards(transaction, actor.tenant_id),
      };
    },

    async changeSettings({ passwords_on_cards }, { transaction, actor, now }) {
      const { tenant_id } = actor;
      if (await repository.setPasswordsOnCards(transaction, tenant_id, passwords_on_cards, now)) {
        await audit(transaction, {
          tenant_id,
          actor_id: actor.id,
          action: 'cards.settings_changed',
          subject_id: tenant_id,
          details: { to: passwords_on_cards ? 'with passwords' : 'without passwords' },
        });
      }
      return { passwords_on_cards };
    },

    async revealClass(classId, page, call) {
      const { transaction, actor } = call;
      await refuseUnlessRun(classId, call);
      const { count, rows } = await accounts.listLoginsOfClass(transaction, actor.tenant_id, classId, page);
      await noteReveals(rows, classId, call);
      return { count, next: nextPage(page, count), results: rows };
    },

    async revealStudent(classCode, studentId, call) {
      const { transaction, actor } = call;
      const classId = await classes.findByCode(transaction, actor, classCode);
      const login = await accounts.findLoginInClass(transaction, actor.tenant_id, classId, studentId);
      if (!login) throw new Problem(studentProblems.not_found);
      await noteReveals([login], classId, call);
      return login;
    },
  };
}

function reasonFor(holders: CardHolders): CardEnd {
  if (holders === 'school') return 'school_replaced';
  return 'studentId' in holders ? 'card_replaced' : 'class_replaced';
}
