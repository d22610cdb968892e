import type { CertificateForm, LearnedFacts } from '#contract/certificates/certificates.schema.ts';
import { certificateProblems } from '#contract/certificates/certificates.problems.ts';
import { dayOf } from '#contract/kit/day.ts';
import { Problem } from '#contract/kit/problem.ts';
import { courseProgress } from '#contract/learning/learning.rules.ts';
import { audit } from '#server/platform/audit.ts';
import { lockName } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { ContentService } from '../content/content.service.ts';
import type { listLearning } from '../learning/learning.repository.ts';
import type { looksAfterPerson } from '../works/looked-after.ts';
import type { readerOf } from '../works/reader.ts';
import * as repository from './certificates.repository.ts';
import { newCertificate } from './new-certificate.ts';

type Form<Kind extends CertificateForm['kind']> = Extract<CertificateForm, { kind: Kind }>;
type Row = NonNullable<Awaited<ReturnType<typeof repository.findCertificate>>>;
type Issued = Pick<Row, 'public_id' | 'kind' | 'name' | 'facts'>;

export type LearnedCertificates = ReturnType<typeof createLearnedCertificates>;

/** Certificates of entries that were approved, and of courses that were finished: one each, however often somebody asks. */
export function createLearnedCertificates(options: {
  content: Pick<ContentService, 'listWithMoments'>;
  listLearning: typeof listLearning;
  people: { readerOf: typeof readerOf; looksAfterPerson: typeof looksAfterPerson };
}) {
  const { content, people } = options;
  const notEarned = () => new Problem(certificateProblems.not_earned);

  async function cardsFor({ transaction, actor, now }: Call<Actor>) {
    const asking = { transaction, tenantId: actor.tenant_id, reader: 'staff', now } as const;
    return (await content.listWithMoments(asking)).map(({ card }) => card);
  }

  /** Whether somebody is the caller, or in the caller's care. */
  async function isInCare({ transaction, actor }: Call<Actor>, personId: string): Promise<boolean> {
    if (personId === actor.id) return true;
    const reader = people.readerOf(actor, false);
    return await people.looksAfterPerson(transaction, actor.tenant_id, { reader, personId });
  }

  async function issue(
    call: Call<Actor>,
    {
      name,
      about,
      title,
      ...of
    }: Pick<LearnedFacts, 'about' | 'title'> & {
      kind: 'challenge' | 'course';
      name: string;
      page_id: string;
      work_id?: string;
      user_id?: string;
    },
  ): Promise<Issued> {
    const { transaction, actor, now } = call;
    const { tenant_id } = actor;
    const school = await repository.schoolOf(transaction, tenant_id);
    const facts: LearnedFacts = { school, about, title, issued_on: dayOf(now) };
    const made = { ...newCertificate(tenant_id, now), ...of, name: name || school, facts };
    await repository.insertCertificate(transaction, { ...made, issued_by: actor.id });
    await audit(transaction, {
      tenant_id,
      actor_id: actor.id,
      action: 'certificates.issued',
      subject_id: made.id,
      details: { name: title ?? about },
    });
    return made;
  }

  return {
    /** @throws Problem `certificates.not_earned`, also of a work that the caller does not look after */
    async issueForEntry({ work_id }: Form<'challenge'>, call: Call<Actor>): Promise<Issued> {
      const { transaction, actor } = call;
      await lockName(transaction, `certificate of entry ${work_id}`);
      const entry = await repository.findApprovedEntry(transaction, actor.tenant_id, work_id);
      if (!entry || !(await isInCare(call, entry.author_id))) throw notEarned();
      const before = await repository.findOfEntry(transaction, actor.tenant_id, work_id);
      if (before?.withdrawn_at === null) return before;
      // One that somebody withdrew comes back with another yes alone.
      if (before?.withdrawn_at && (entry.approved_at === null || entry.approved_at <= before.withdrawn_at))
        throw notEarned();
      const challenge = (await cardsFor(call)).find(({ id }) => id === entry.challenge_id);
      return await issue(call, {
        kind: 'challenge',
        name: entry.byline,
        about: challenge?.title ?? 'A challenge',
        title: entry.title,
        page_id: entry.challenge_id,
        work_id,
      });
    },

    /** @throws Problem `certificates.not_earned`, `certificates.withdrawn` */
    async issueForCourse({ page_id, user_id }: Form<'course'>, call: Call<Actor>): Promise<Issued> {
      const { transaction, actor } = call;
      const { tenant_id } = actor;
      const userId = user_id ?? actor.id;
      if (!(await isInCare(call, userId))) throw notEarned();
      await lockName(transaction, `certificate of course ${userId} ${page_id}`);
      const before = await repository.findOfCourse(transaction, tenant_id, { userId, pageId: page_id });
      if (before?.withdrawn_at)
        throw new Problem(certificateProblems.withdrawn, {
          details: { withdrawn_at: before.withdrawn_at.toISOString() },
        });
      if (before) return before;
      const cards = await cardsFor(call);
      const course = cards.find(({ id, kind }) => id === page_id && kind === 'course');
      const lessons = cards.filter(({ kind, parent }) => kind === 'lesson' && parent === course?.slug);
      const ids = lessons.map(({ id }) => id);
      const rows = await options.listLearning(transaction, tenant_id, { userId, ids });
      if (!course || lessons.length === 0 || courseProgress(lessons, rows).next !== null) throw notEarned();
      const name = await repository.firstNameOf(transaction, tenant_id, userId);
      return await issue(call, {
        kind: 'course',
        name,
        about: course.title,
        title: null,
        page_id,
        user_id: userId,
      });
    },
  };
}
