import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { fieldErrors, Problem, requestProblems } from '#contract/kit/problem.ts';
import { grantProblems } from '#contract/sync/grants.problems.ts';
import { grantDays, grantMessage } from '#contract/sync/grants.rules.ts';
import {
  GrantedPush,
  type GrantEnd,
  type GrantRequest,
  type PushGrant,
  type SignedPush,
} from '#contract/sync/grants.schema.ts';
import { syncProblems } from '#contract/sync/sync.problems.ts';
import type { CallResult } from '#contract/sync/sync.schema.ts';
import { audit } from '#server/platform/audit.ts';
import { inTenant, type Database, type TenantTransaction } from '#server/platform/database.ts';
import { isDeviceKey, isSignedBy } from '#server/platform/device-keys.ts';
import type { Actor, Call, HostTenant } from '#server/platform/route.ts';
import * as repository from './grants.repository.ts';
import type { ParkedService } from './parked.service.ts';
import type { PushService } from './push.service.ts';

const day = 24 * 60 * 60 * 1000;

/** What other modules may do with grants; `server/modules.ts` hands it to them. */
export interface GrantRevocation {
  /**
   * Takes back whatever devices hold of these people. What they still send waits for somebody of the staff to look at it.
   * Not for a password that is changed as a matter of routine.
   */
  revoke(
    call: Pick<Call<Actor>, 'transaction' | 'actor' | 'now'>,
    userIds: readonly string[],
    reason: GrantEnd,
  ): Promise<void>;
}

export const grantRevocation: GrantRevocation = {
  async revoke({ transaction, actor, now }, userIds, reason) {
    const owners = await repository.revokeGrants(transaction, actor.tenant_id, userIds, reason, now);
    await audit(
      transaction,
      ...[...new Set(owners)].map((subject_id) => ({
        tenant_id: actor.tenant_id,
        actor_id: actor.id,
        action: 'sync.grants_revoked' as const,
        subject_id,
        details: { reason },
      })),
    );
  },
};

export interface GrantService {
  request(request: GrantRequest, call: Call<Actor>): Promise<PushGrant>;
  /**
   * Applies what a device signed for somebody who is not signed in, as that person and exactly as if they had sent it. A
   * copied grant is of no use without the key, which cannot leave its device. A copied request may come again, at any time:
   * each call takes effect once however often it is sent (sync law 2) and nothing is answered that the sender of the first
   * one did not know, so it carries no moment of its own.
   * @throws Problem `sync.grant_refused`, alike for all that is wrong with the grant or the signature
   */
  push(
    signed: SignedPush,
    context: { tenant: HostTenant; now: Date; requestId: string },
  ): Promise<CallResult[]>;
  /**
   * Whose device signed something else than a push, which has to be harmless when it comes again; null where the grant was
   * taken back.
   * @throws Problem `sync.grant_refused` as above
   */
  findSigner(
    signed: { grant_id: string; signature: string; message: string },
    context: { tenant: HostTenant; now: Date },
  ): Promise<{ id: string; tenant_id: string } | null>;
}

/** Why the calls of a grant are parked; null while it stands. */
function endOf({ revoked_reason, owner }: repository.FoundGrant): GrantEnd | null {
  return revoked_reason ?? (owner.archived ? 'archived' : null);
}

/** Ends a push when its grant ends while it is under way. */
class GrantEnded extends Error {
  override readonly name = 'GrantEnded';

  constructor(readonly reason: GrantEnd) {
    super(reason);
  }
}

export function createGrantService(options: {
  database: Database;
  push: PushService;
  parked: ParkedService;
}): GrantService {
  const { database, push, parked } = options;

  /** @throws Problem `sync.grant_refused` */
  async function findStanding(
    transaction: TenantTransaction,
    tenant: HostTenant,
    grantId: string,
    now: Date,
    keep: boolean,
  ): Promise<repository.FoundGrant> {
    const grant = await repository.findGrant(transaction, tenant.id, grantId, { keep });
    // Whoever became staff has none, as if they had been it from the start.
    const isGood = grant && grant.expires_at > now && grant.owner.role === 'student';
    if (!isGood) throw new Problem(grantProblems.grant_refused);
    return grant;
  }

  return {
    async request({ device_id, public_key }, { transaction, actor, now }) {
      // Of the coordinates alone one cannot see whether they are on the curve.
      if (!(await isDeviceKey(public_key)))
        throw new Problem(requestProblems.invalid, { errors: { public_key: ['This is not a key'] } });
      await repository.deleteExpiredGrants(transaction, actor.tenant_id, actor.id, now);
      const { id, expires_at } = await repository.putGrant(transaction, {
        tenant_id: actor.tenant_id,
        id: uuidv7(),
        user_id: actor.id,
        device_id,
        public_key,
        now,
        expires_at: new Date(now.getTime() + grantDays * day),
      });
      return { grant_id: id, expires_at: expires_at.toISOString() };
    },

    async push(signed, { tenant, now, requestId }) {
      const grant = await inTenant(database, tenant.id, (transaction) =>
        findStanding(transaction, tenant, signed.grant_id, now, false),
      );
      const message = grantMessage(signed.grant_id, signed.push);
      if (!(await isSignedBy(grant.public_key, message, signed.signature)))
        throw new Problem(grantProblems.grant_refused);
      const request = readPush(signed.push);
      const { owner } = grant;
      if (request.user_id !== owner.id) throw new Problem(syncProblems.other_person);
      try {
        return await push.push(request, {
          tenant,
          now,
          requestId,
          actor: { id: owner.id, tenant_id: tenant.id, role: owner.role, session_id: grant.id },
          async admit(transaction) {
            const standing = await findStanding(transaction, tenant, grant.id, now, true);
            const reason = endOf(standing);
            if (reason) throw new GrantEnded(reason);
          },
        });
      } catch (error) {
        if (!(error instanceof GrantEnded)) throw error;
        return await inTenant(database, tenant.id, (transaction) =>
          parked.park(transaction, request.calls, {
            tenant_id: tenant.id,
            user_id: owner.id,
            device_id: grant.device_id,
            reason: error.reason,
            now,
          }),
        );
      }
    },

    async findSigner({ grant_id, signature, message }, { tenant, now }) {
      const grant = await inTenant(database, tenant.id, (transaction) =>
        findStanding(transaction, tenant, grant_id, now, false),
      );
      if (!(await isSignedBy(grant.public_key, message, signature)))
        throw new Problem(grantProblems.grant_refused);
      return endOf(grant) ? null : { id: grant.owner.id, tenant_id: tenant.id };
    },
  };
}

/** @throws Problem `request.malformed`, or `request.invalid` with the texts at their fields */
function readPush(text: string): GrantedPush {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(requestProblems.malformed);
  }
  const result = v.safeParse(GrantedPush, value, { abortPipeEarly: true });
  if (!result.success) throw new Problem(requestProblems.invalid, { errors: fieldErrors(result.issues) });
  return result.output;
}
