import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { probeEndpoints } from '#contract/health/probes.endpoints.ts';
import { helpEndpoints } from '#contract/help/help.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { grantEndpoints } from '#contract/sync/grants.endpoints.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';

interface Suspendable {
  /** Null while it is not suspended. */
  suspended_at: Date | null;
}

/** What anyone may call of a suspended school. Calls for signed-in people need no rule: their sessions have ended. */
const answering: ReadonlySet<Endpoint> = new Set<Endpoint>([
  healthEndpoints.check,
  ...Object.values(probeEndpoints),
  helpEndpoints.list,
  tenantEndpoints.readCurrent,
  tenantEndpoints.findBySlug,
  registrationEndpoints.checkSubdomain,
  // An app that hears its refusal ends the session, and keeps what is unsent.
  identityEndpoints.refresh,
  identityEndpoints.signOut,
  identityEndpoints.leaveCommunity,
  // What tablets hold is sent.
  deviceEndpoints.readPack,
  grantEndpoints.pushByGrant,
  pictureEndpoints.sendByGrant,
  recordingEndpoints.sendByGrant,
  // What was paid for stays the buyer's.
  orderEndpoints.check,
  orderEndpoints.track,
  orderEndpoints.sendCode,
  orderEndpoints.openOwn,
  orderEndpoints.readOwn,
  orderEndpoints.download,
  orderEndpoints.readParts,
  orderEndpoints.giveBack,
  invoiceEndpoints.read,
  invoiceEndpoints.readWhole,
  certificateEndpoints.read,
]);

/** @throws Problem `tenants.suspended` */
export function refuseSuspended({ suspended_at }: Suspendable): void {
  if (suspended_at) throw new Problem(tenantLifeProblems.suspended);
}

/** @throws Problem `tenants.suspended` for what anyone may call of a school and that rests */
export function refuseWhileSuspended(endpoint: Endpoint, tenant: Suspendable): void {
  if (endpoint.roles === 'anyone' && !answering.has(endpoint)) refuseSuspended(tenant);
}
