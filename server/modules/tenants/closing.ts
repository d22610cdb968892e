import { closingEndpoints } from '#contract/closings/closings.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { exportEndpoints } from '#contract/exports/exports.endpoints.ts';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { helpEndpoints } from '#contract/help/help.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { Problem } from '#contract/kit/problem.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { passwordEndpoints } from '#contract/passwords/passwords.endpoints.ts';
import { checkEndpoints } from '#contract/sync/check.endpoints.ts';
import { grantEndpoints } from '#contract/sync/grants.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { tenantLifeProblems } from '#contract/tenants/tenant-life.problems.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';

interface Closable {
  /** Null while it is not closing. */
  closes_at: Date | null;
  gone_at: Date | null;
}

/** What a school is asked that is read only, beside reading: signing in, what tablets still send, and the way out. */
const going: ReadonlySet<Endpoint> = new Set<Endpoint>([
  identityEndpoints.signIn,
  identityEndpoints.refresh,
  identityEndpoints.signOut,
  identityEndpoints.enterCommunity,
  identityEndpoints.leaveCommunity,
  passwordEndpoints.askReset,
  passwordEndpoints.checkReset,
  passwordEndpoints.reset,
  passwordEndpoints.change,
  visitEndpoints.makeLink,
  visitEndpoints.check,
  visitEndpoints.redeem,
  // What was made on a tablet before it heard of the closing is kept.
  syncEndpoints.pull,
  syncEndpoints.push,
  checkEndpoints.check,
  grantEndpoints.requestGrant,
  grantEndpoints.pushByGrant,
  pictureEndpoints.send,
  pictureEndpoints.sendByGrant,
  recordingEndpoints.send,
  recordingEndpoints.sendByGrant,
  deviceEndpoints.report,
  deviceEndpoints.readPack,
  exportEndpoints.start,
  exportEndpoints.makeLink,
  closingEndpoints.keep,
  // What was paid for stays the buyer's.
  orderEndpoints.check,
  orderEndpoints.sendCode,
  orderEndpoints.openOwn,
  orderEndpoints.readOwn,
  orderEndpoints.download,
  orderEndpoints.readParts,
  orderEndpoints.giveBack,
  orderEndpoints.refund,
  orderEndpoints.fulfil,
  invoiceEndpoints.readWhole,
]);

/** What the address of a school that is gone still answers. Its invoices are the platform's books. */
const left: ReadonlySet<Endpoint> = new Set<Endpoint>([
  healthEndpoints.check,
  helpEndpoints.list,
  tenantEndpoints.readCurrent,
  tenantEndpoints.findBySlug,
  invoiceEndpoints.read,
  invoiceEndpoints.readWhole,
]);

const isOver = ({ closes_at, gone_at }: Closable, now: Date) =>
  gone_at !== null || (closes_at !== null && closes_at <= now);

/** @throws Problem `tenants.gone` */
export function refuseGone(tenant: Closable, now: Date): void {
  if (isOver(tenant, now)) throw new Problem(tenantLifeProblems.gone);
}

/** @throws Problem `tenants.closing` for what would change a school that is read only, `tenants.gone` past its date */
export function refuseWhileClosing(endpoint: Endpoint, tenant: Closable, now: Date): void {
  if (isOver(tenant, now)) {
    if (!left.has(endpoint)) throw new Problem(tenantLifeProblems.gone);
  } else if (tenant.closes_at !== null && endpoint.method !== 'GET' && !going.has(endpoint))
    throw new Problem(tenantLifeProblems.closing);
}
