import { Id } from '#contract/kit/id.ts';
import type { AuditAction } from '#contract/kit/audit-actions.ts';
import type { EndpointParsed } from '#contract/kit/endpoint.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { causeProblems } from '#contract/causes/causes.problems.ts';
import type { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import {
  changesChecked,
  isChecked,
  missingOf,
  nextCauseStates,
  type CauseMover,
} from '#contract/causes/causes.rules.ts';
import {
  causeLimits,
  type CauseChange,
  type CauseDetails,
  type CauseForm,
  type ManagedCause,
  type Raised,
} from '#contract/causes/causes.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { elsewhere, inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import type { PictureWorkers } from '#server/platform/picture-workers.ts';
import { refusePicture, sheetPicture } from '#server/platform/pictures.ts';
import type { Actor, Call, OpenCall } from '#server/platform/route.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { CommunityService } from '../identity/community.service.ts';
import type { listCollecting } from '../works/for-sale.ts';
import type { listRaised } from '../works/raised.repository.ts';
import type { readerOf } from '../works/reader.ts';
import * as v from 'valibot';
import type { CauseNews, Move } from './cause-news.ts';
import { slugsOf } from './cause-slugs.ts';
import { newsOf, newsOfRaised } from './money-news.ts';
import { isRaised } from './cause-sums.ts';
import * as repository from './causes.repository.ts';
import type { CauseRow } from './causes.repository.ts';
import { detailed, listed, ownCause } from './described-causes.ts';
import { isSentTo } from './payouts.repository.ts';
import { describeRaised } from './raised.ts';

type Parsed<Name extends keyof typeof causeEndpoints> = EndpointParsed<(typeof causeEndpoints)[Name]>;

/** Pixels of the longer side of a picture. */
const side = 1200;

export type CauseService = ReturnType<typeof createCauseService>;

interface DrawnPicture {
  content: Buffer;
  sha256: Buffer;
}

const goalOf = (goal: CauseForm['goal']) => ({
  goal: goal?.amount ?? null,
  currency: goal?.currency ?? null,
});

/** Causes: schools name them, the platform looks at them and opens them, and everybody reads of them. */
export function createCauseService(options: {
  database: Database;
  pictures: PictureWorkers;
  /** Whether sums are those of practice money. */
  isTest: boolean;
  works: { readerOf: typeof readerOf; listCollecting: typeof listCollecting; listRaised: typeof listRaised };
  community: Pick<CommunityService, 'isIn'>;
  /** Tells by e-mail where a cause went. */
  tell: CauseNews;
}) {
  const { database, pictures, isTest, works, community, tell } = options;

  const moverOf = ({ tenant }: Pick<Call<Actor>, 'tenant'>, { owner_id }: CauseRow): CauseMover => {
    if (!tenant.is_platform) return 'school';
    return owner_id === null ? 'platform_own' : 'platform';
  };

  /** Runs `work` where the caller's causes can be read and written: a school its own, the platform those of all schools. */
  const inReach = <Result>(
    { transaction, tenant }: Pick<Call<Actor>, 'transaction' | 'tenant'>,
    work: () => Promise<Result>,
  ): Promise<Result> => (tenant.is_platform ? elsewhere(transaction, null, work) : work());

  /** @throws Problem `causes.not_found`, also of another school's */
  async function find({ transaction, tenant }: Pick<Call<Actor>, 'transaction' | 'tenant'>, id: string) {
    const row = await repository.findCause(transaction, { id }, isTest);
    if (!row || (!tenant.is_platform && row.owner_id !== tenant.id))
      throw new Problem(causeProblems.not_found);
    return row;
  }

  async function present(call: Call<Actor>, id: string): Promise<ManagedCause> {
    const row = await find(call, id);
    const names = await repository.findOwnerNames(call.transaction, [row]);
    return {
      ...ownCause(row, { names, isTest }),
      ...(await newsOf(call.transaction, id, { isTest, states: ['sent', 'proved'] })),
    };
  }

  /** Changes a cause of the caller, and writes it into the caller's audit. */
  async function change(
    call: Call<Actor>,
    id: string,
    action: AuditAction<'causes'>,
    work: (before: CauseRow, transaction: TenantTransaction) => Promise<Record<string, unknown> | null>,
  ): Promise<ManagedCause> {
    const { transaction, actor } = call;
    const { told, cause } = await inReach(call, async () => {
      await repository.lockCause(transaction, id);
      const before = await find(call, id);
      const details = await work(before, transaction);
      return { told: details && { name: before.name, ...details }, cause: await present(call, id) };
    });
    if (told)
      await audit(transaction, {
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action,
        subject_id: id,
        details: told,
      });
    return cause;
  }

  async function keepPicture(
    transaction: TenantTransaction,
    id: string,
    picture: DrawnPicture,
    now: Date,
  ): Promise<Buffer> {
    await repository.insertPicture(transaction, { cause_id: id, ...picture, created_at: now });
    return picture.sha256;
  }

  return {
    async list({ query }: Parsed<'list'>, { transaction }: Pick<Call, 'transaction'>) {
      const { count, rows } = await repository.listCauses(transaction, { ...query, state: 'open', isTest });
      return { count, next: nextPage(query, count), results: rows.map((row) => listed(row, isTest)) };
    },

    async listOwn({ query }: Parsed<'listOwn'>, call: Call<Actor>) {
      const { tenant, transaction } = call;
      const { state, ...page } = query;
      return await inReach(call, async () => {
        const { count, rows } = await repository.listCauses(transaction, {
          ...page,
          state,
          isTest,
          ...(!tenant.is_platform && { owner: tenant.id }),
        });
        const names = await repository.findOwnerNames(transaction, rows);
        const results = rows.map((row) => ownCause(row, { names, isTest }));
        return { count, next: nextPage(page, count, { state }), results };
      });
    },

    /** @throws Problem `causes.not_found` */
    readOwn: ({ params }: Parsed<'readOwn'>, call: Call<Actor>): Promise<ManagedCause> =>
      inReach(call, () => present(call, params.id)),

    /** @throws Problem `causes.not_found`, also of one that was never open */
    async read({ params }: Parsed<'read'>, { tenant, actor, now, browser }: OpenCall): Promise<CauseDetails> {
      const isFamily =
        actor === null && !tenant.is_platform && (await community.isIn(tenant, { now, browser }));
      const reader = works.readerOf(actor, isFamily);
      const { idOrSlug } = params;
      return await inTenant(database, tenant.id, async (transaction) => {
        const place = v.is(Id, idOrSlug) ? { id: idOrSlug } : { slug: idOrSlug };
        const row = await repository.findCause(transaction, place, isTest);
        if (!row || row.state === 'draft' || row.state === 'submitted')
          throw new Problem(causeProblems.not_found);
        return {
          ...detailed(row, isTest),
          takes_gifts: row.state === 'open' && (await repository.isShopOpen(transaction, tenant.id)),
          ...(await newsOf(transaction, row.id, { isTest, states: ['proved'] })),
          books:
            row.state === 'open'
              ? await works.listCollecting(transaction, tenant.id, {
                  reader,
                  causeId: row.id,
                  limit: causeLimits.books,
                })
              : [],
        };
      });
    },

    /** @throws Problem `causes.id_taken`, `causes.too_many` */
    async create({ body }: Parsed<'create'>, call: Call<Actor>): Promise<ManagedCause> {
      const { transaction, tenant, actor, now } = call;
      const { id, goal, ...fields } = body;
      /** The one that was sent before. */
      const sentBefore = async () => {
        const there = await repository.findCause(transaction, { id }, isTest);
        if (!there) return null;
        const isOurs = tenant.is_platform || there.owner_id === tenant.id;
        if (!isOurs || there.name !== body.name) throw new Problem(causeProblems.id_taken);
        return { cause: await present(call, id), isNew: false };
      };
      const { cause, isNew } = await inReach(call, async () => {
        const before = await sentBefore();
        if (before) return before;
        if (
          !tenant.is_platform &&
          (await repository.countDrafts(transaction, tenant.id)) >= causeLimits.drafts
        )
          throw new Problem(causeProblems.too_many);
        const row = {
          ...fields,
          ...goalOf(goal),
          id,
          owner_id: tenant.is_platform ? null : tenant.id,
          state: 'draft' as const,
          created_at: now,
          updated_at: now,
        };
        for (const slug of slugsOf(body.name)) {
          if (await repository.insertCause(transaction, { ...row, slug }))
            return { cause: await present(call, id), isNew: true };
          const meanwhile = await sentBefore();
          if (meanwhile) return meanwhile;
        }
        // Another school has a draft with this id.
        throw new Problem(causeProblems.id_taken);
      });
      if (isNew)
        await audit(transaction, {
          tenant_id: actor.tenant_id,
          actor_id: actor.id,
          action: 'causes.named',
          subject_id: id,
          details: { name: cause.name },
        });
      return cause;
    },

    /** @throws Problem `causes.not_found`, `causes.checked` */
    update({ params, body }: Parsed<'update'>, call: Call<Actor>): Promise<ManagedCause> {
      return change(call, params.id, 'causes.changed', async (before, transaction) => {
        if (!call.tenant.is_platform && isChecked(before) && changesChecked(before, body))
          throw new Problem(causeProblems.checked);
        const { goal, ...fields } = body;
        const next: Omit<CauseChange, 'goal'> & { goal?: number | null; currency?: string | null } = {
          ...fields,
          ...(goal !== undefined && goalOf(goal)),
        };
        const changed = Object.entries(next).filter(
          ([field, value]) => value !== undefined && value !== before[field as keyof CauseRow],
        );
        if (changed.length === 0) return null;
        await repository.updateCause(transaction, before.id, {
          ...Object.fromEntries(changed),
          updated_at: call.now,
        });
        return { fields: changed.map(([field]) => field) };
      });
    },

    /** The picture that was sent, drawn before the transaction. @throws Problem `causes.unreadable` */
    async drawPicture(sent: Blob | 'none' | undefined, { tenant, signal }: OpenCall<Actor>) {
      if (sent === undefined || sent === 'none') return null;
      try {
        const bytes = Buffer.from(await sent.arrayBuffer());
        const sender = { tenantId: tenant.id, signal };
        const kept = { type: 'image/jpeg', side } as const;
        const content = await sheetPicture({ bytes, workers: pictures, sender }, kept);
        return { content, sha256: sha256(content) };
      } catch (error) {
        return refusePicture(error, causeProblems.unreadable, 'picture');
      }
    },

    /** @throws Problem `causes.not_found` */
    setPicture(
      { params }: Parsed<'setPicture'>,
      call: Call<Actor>,
      picture: DrawnPicture | null,
    ): Promise<ManagedCause> {
      return change(call, params.id, 'causes.changed', async (before, transaction) => {
        const picture_sha256 = picture && (await keepPicture(transaction, before.id, picture, call.now));
        await repository.updateCause(transaction, before.id, { picture_sha256, updated_at: call.now });
        return { fields: ['picture'] };
      });
    },

    /** @throws Problem `causes.not_found`, `causes.not_next`, `causes.incomplete`, `causes.reason_needed` */
    async move({ params, body }: Parsed<'move'>, call: Call<Actor>): Promise<ManagedCause> {
      const { now, actor } = call;
      const moved: { before: CauseRow; move: Move }[] = [];
      const cause = await change(call, params.id, 'causes.moved', async (before, transaction) => {
        const { state: to, reason } = body;
        if (to === before.state) return null;
        if (!nextCauseStates(before.state, moverOf(call, before)).includes(to))
          throw new Problem(causeProblems.not_next);
        const missing = missingOf(before);
        if ((to === 'submitted' || to === 'open') && Object.keys(missing).length > 0)
          throw new Problem(causeProblems.incomplete, { errors: missing });
        const isGivenBack = call.tenant.is_platform && to === 'draft';
        if (isGivenBack && reason === '')
          throw new Problem(causeProblems.reason_needed, {
            errors: { reason: [causeProblems.reason_needed.error] },
          });
        await repository.updateCause(transaction, before.id, {
          state: to,
          updated_at: now,
          reason: isGivenBack ? reason : '',
          ...(to === 'submitted' && { submitted_at: now }),
          ...(to === 'open' && before.opened_at === null && { opened_at: now, opened_by: actor.id }),
        });
        moved.push({ before, move: { from: before.state, to, reason: isGivenBack ? reason : '' } });
        return { from: before.state, to };
      });
      for (const { before, move } of moved) await tell(call, before, move);
      return cause;
    },

    async raised({ transaction, actor, now }: Call<Actor>): Promise<Raised> {
      const reader = works.readerOf(actor, false);
      if (!('id' in reader)) throw new Error('An author has an id');
      const rows = await works.listRaised(transaction, actor.tenant_id, { reader, isTest, isRaised });
      const news = await newsOfRaised(transaction, rows, isTest);
      return { ...describeRaised(rows, news), is_test: isTest, as_of: now.toISOString() };
    },

    /** @throws Problem `causes.not_found`, `causes.payout_not_found`, `causes.not_next` where it was never open */
    addUpdate(
      { params, body }: Parsed<'addUpdate'>,
      call: Call<Actor>,
      picture: DrawnPicture | null,
    ): Promise<ManagedCause> {
      return change(call, params.id, 'causes.told', async (before, transaction) => {
        if (before.state === 'draft' || before.state === 'submitted')
          throw new Problem(causeProblems.not_next);
        const { payout_id = null } = body;
        if (
          payout_id !== null &&
          !(await isSentTo(transaction, { id: payout_id, causeId: before.id, isTest }))
        )
          throw new Problem(causeProblems.payout_not_found);
        const picture_sha256 = picture && (await keepPicture(transaction, before.id, picture, call.now));
        const update = {
          cause_id: before.id,
          id: body.id,
          text: body.text,
          picture_sha256,
          payout_id,
          created_at: call.now,
        };
        return (await repository.insertUpdate(transaction, update)) ? {} : null;
      });
    },
  };
}
