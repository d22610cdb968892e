import type { Session } from '#contract/identity/identity.schema.ts';
import { badgeCheck } from '#server/modules/cards/badges.ts';
import { createIdentityService } from '#server/modules/identity/identity.service.ts';
import { createStudentHandles } from '#server/modules/identity/student-handles.ts';
import { createStudentAccounts } from '#server/modules/students/student-accounts.ts';
import { createVisitors } from '#server/modules/visits/visitors.ts';
import { inTenant, type Database } from '#server/platform/database.ts';
import { cheapHasher, testSecretKey } from './test-database.ts';

/**
 * Opens sessions with the server's own code, as after a right password: the same rows and the same tokens, without the request,
 * the hash and the count of guesses.
 */
export function createSessionMint(
  database: Database,
): (person: { tenant_id: string; id: string }, now: Date) => Promise<Session> {
  const { openMemberSession } = createIdentityService({
    database,
    secretKey: testSecretKey,
    hasher: cheapHasher,
    studentAccounts: createStudentAccounts(testSecretKey),
    handles: createStudentHandles(testSecretKey),
    badges: badgeCheck,
    visitors: createVisitors({ baseDomain: 'localhost' }),
  });
  return ({ tenant_id, id }, now) =>
    inTenant(database, tenant_id, (transaction) =>
      openMemberSession(transaction, { tenant_id, user_id: id, now }),
    );
}
