import * as v from 'valibot';
import type { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { certificateProblems } from '#contract/certificates/certificates.problems.ts';
import {
  CertificateFacts,
  LearnedFacts,
  type CertificateForm,
  type ShownCertificate,
  type WithdrawnCertificate,
} from '#contract/certificates/certificates.schema.ts';
import { dayOf } from '#contract/kit/day.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { isOfficeStaff } from '#contract/kit/roles.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, lockName } from '#server/platform/database.ts';
import type { Actor, Call } from '#server/platform/route.ts';
import type { isRaised } from '../causes/cause-sums.ts';
import type { listRaised, RaisedRow } from '../works/raised.repository.ts';
import type { looksAfterPerson, looksAfterWork } from '../works/looked-after.ts';
import type { readerOf } from '../works/reader.ts';
import * as repository from './certificates.repository.ts';
import type { LearnedCertificates } from './learned-certificates.ts';
import { newCertificate } from './new-certificate.ts';

type Parsed<Name extends keyof typeof certificateEndpoints> = EndpointParsed<
  (typeof certificateEndpoints)[Name]
>;
type RaisedForm = Extract<CertificateForm, { kind: 'raised' }>;
type Row = NonNullable<Awaited<ReturnType<typeof repository.findCertificate>>>;

export type CertificateService = ReturnType<typeof createCertificateService>;

/** Certificates for anyone who has the address, and those of what works raised. */
export function createCertificateService(options: {
  /** Whether sums are those of practice money. */
  isTest: boolean;
  /** What a share raised counts by. */
  countsAs: typeof isRaised;
  works: {
    readerOf: typeof readerOf;
    listRaised: typeof listRaised;
    looksAfterWork: typeof looksAfterWork;
    looksAfterPerson: typeof looksAfterPerson;
  };
  learned: LearnedCertificates;
}) {
  const { isTest, works, learned } = options;

  function present(
    row: Pick<Row, 'public_id' | 'kind' | 'name' | 'facts'>,
    actor: Actor | null,
  ): ShownCertificate {
    const { public_id, kind, name, facts } = row;
    if (kind === 'challenge' || kind === 'course')
      return { public_id, kind, name, ...v.parse(LearnedFacts, facts) };
    // No child learns of a buyer (law 10).
    const hidesName = kind === 'giving' && actor?.role === 'student';
    return { public_id, kind, name: hidesName ? null : name, ...v.parse(CertificateFacts, facts) };
  }

  /** @throws Problem `certificates.nothing_raised`, also of a work that the caller does not look after */
  async function readRaised(
    { transaction, actor }: Pick<Call<Actor>, 'transaction' | 'actor'>,
    { work_id, cause_id }: RaisedForm,
  ): Promise<[RaisedRow, ...RaisedRow[]]> {
    const reader = works.readerOf(actor, false);
    if (!('id' in reader)) throw new Error('Who issues a certificate has an id');
    const rows = await works.listRaised(transaction, actor.tenant_id, {
      reader,
      isTest,
      isRaised: options.countsAs,
    });
    const [first, ...others] = rows.filter((row) => row.id === work_id && row.cause_id === cause_id);
    if (!first) throw new Problem(certificateProblems.nothing_raised);
    return [first, ...others];
  }

  /** Whether the caller may withdraw it: the office and the platform each, other staff those of works they look after. */
  async function mayWithdraw({ transaction, actor }: Call<Actor>, row: Row): Promise<boolean> {
    if (isOfficeStaff(actor.role)) return true;
    const reader = works.readerOf(actor, false);
    if (row.user_id !== null)
      return await works.looksAfterPerson(transaction, actor.tenant_id, { reader, personId: row.user_id });
    if (row.work_id === null) return false;
    return await works.looksAfterWork(transaction, actor.tenant_id, { reader, workId: row.work_id });
  }

  return {
    /** @throws Problem `certificates.not_found`, `certificates.withdrawn` with its day */
    async read({ params }: Parsed<'read'>, { transaction, tenant, actor }: Call): Promise<ShownCertificate> {
      const row = await repository.findCertificate(transaction, tenant.id, params.publicId);
      if (!row) throw new Problem(certificateProblems.not_found);
      if (row.withdrawn_at !== null)
        throw new Problem(certificateProblems.withdrawn, {
          details: { withdrawn_at: row.withdrawn_at.toISOString() },
        });
      return present(row, actor);
    },

    /** @throws Problem `certificates.nothing_raised`, `certificates.not_earned`, `certificates.withdrawn` */
    async issue({ body }: Parsed<'issue'>, call: Call<Actor>): Promise<ShownCertificate> {
      if (body.kind === 'challenge') return present(await learned.issueForEntry(body, call), call.actor);
      if (body.kind === 'course') return present(await learned.issueForCourse(body, call), call.actor);
      const { transaction, actor, now } = call;
      const { tenant_id } = actor;
      const { work_id, cause_id } = body;
      // Two presses make one.
      await lockName(transaction, `certificate ${work_id} ${cause_id}`);
      const raised = await readRaised(call, body);
      const [first] = raised;
      const school = await repository.schoolOf(transaction, tenant_id);
      const name = first.byline || school;
      const facts: CertificateFacts = {
        school,
        cause: { id: first.cause_id, name: first.cause_name, slug: first.cause_slug },
        title: first.title,
        sums: raised.map((row) => ({ currency: row.currency, raised: row.raised, copies: row.copies })),
        issued_on: dayOf(now),
        is_test: isTest,
      };
      const before = await repository.listRaisedFor(transaction, tenant_id, {
        workId: work_id,
        causeId: cause_id,
      });
      const same = before.find(
        (row) => row.name === name && saysTheSame(v.parse(CertificateFacts, row.facts), facts),
      );
      if (same) return present(same, actor);
      const made = { ...newCertificate(tenant_id, now), kind: 'raised' as const, name, facts };
      await repository.insertCertificate(transaction, { ...made, work_id, cause_id, issued_by: actor.id });
      await audit(transaction, {
        tenant_id,
        actor_id: actor.id,
        action: 'certificates.issued',
        subject_id: made.id,
        details: { name: first.title },
      });
      return present(made, actor);
    },

    /** @throws Problem `certificates.not_found`, also of one that the caller may not withdraw */
    async withdraw({ params, body }: Parsed<'withdraw'>, call: Call<Actor>): Promise<WithdrawnCertificate> {
      const { transaction, tenant, actor, now } = call;
      const { publicId } = params;
      const row = tenant.is_platform
        ? await elsewhere(transaction, null, () => repository.findCertificate(transaction, null, publicId))
        : await repository.findCertificate(transaction, tenant.id, publicId);
      if (!row) throw new Problem(certificateProblems.not_found);
      if (!tenant.is_platform && !(await mayWithdraw(call, row)))
        throw new Problem(certificateProblems.not_found);
      if (row.withdrawn_at !== null)
        return { public_id: publicId, withdrawn_at: row.withdrawn_at.toISOString() };
      const mark = () => repository.markWithdrawn(transaction, row, { now, reason: body.reason });
      await (tenant.is_platform ? elsewhere(transaction, row.tenant_id, mark) : mark());
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'certificates.withdrawn',
        subject_id: row.id,
        // Not the name: of a gift it is a buyer's.
        details: { name: subjectOf(row) },
      });
      return { public_id: publicId, withdrawn_at: now.toISOString() };
    },
  };
}

/** What one is about: never the name on it. */
function subjectOf({ kind, facts }: Pick<Row, 'kind' | 'facts'>): string {
  if (kind === 'challenge' || kind === 'course') {
    const { about, title } = v.parse(LearnedFacts, facts);
    return title ?? about;
  }
  const { cause, title } = v.parse(CertificateFacts, facts);
  return title ?? cause.name;
}

/** Whether two say the same of what was raised, whenever they were issued. */
function saysTheSame(one: CertificateFacts, other: CertificateFacts): boolean {
  const told = ({ school, cause, title, sums, is_test }: CertificateFacts) =>
    JSON.stringify([
      school,
      cause.name,
      title,
      is_test,
      sums.map(({ currency, raised, copies }) => [currency, raised, copies]),
    ]);
  return told(one) === told(other);
}
