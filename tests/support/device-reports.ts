import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { deviceReportMessage } from '#contract/devices/devices.rules.ts';
import type { DeviceReport, SignedDeviceReport } from '#contract/devices/devices.schema.ts';
import { product } from '#contract/kit/product.ts';
import { createDeviceService } from '#server/modules/devices/devices.service.ts';
import { createGivenTablets } from '#server/modules/devices/given-tablets.ts';
import { standing } from '#server/modules/visits/standing.ts';
import { classAccess } from '#server/modules/classes/classes.service.ts';
import { Changes } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import type { ApiWorld } from './api-world.ts';
import { SigningTablet } from './grants.ts';

/** By tablet. */
const tablets = new Map<string, { key: SigningTablet; known_by: string }>();

/** What shows that a report is of this tablet, whose key is made when it reports for the first time. */
export function signedReport(
  report: DeviceReport,
  tablet = tablets.get(report.device_id) ?? {
    key: new SigningTablet(),
    known_by: randomBytes(32).toString('base64url'),
  },
): SignedDeviceReport {
  if (!tablets.has(report.device_id)) tablets.set(report.device_id, tablet);
  const { key, known_by } = tablet;
  const signature = key.signMessage(deviceReportMessage(report));
  return { ...report, public_key: key.public_key, known_by, signature };
}

/** What a tablet says on which nothing waits, signed with its key. */
export function deviceReport(fields: Partial<DeviceReport> = {}): SignedDeviceReport {
  return signedReport({
    device_id: uuidv7(),
    app_version: product.version,
    unsent: 0,
    unsent_people: 0,
    free_bytes: 2_000_000_000,
    storage_persisted: true,
    storage_wiped: false,
    ...fields,
  });
}

/** A tablet's report by somebody who need not be able to sign in. Returns the tablet's id. */
export async function reportAs(
  world: ApiWorld,
  person: { id: string; tenant_id: string },
  fields: Partial<DeviceReport> = {},
): Promise<string> {
  const report = deviceReport(fields);
  const devices = createDeviceService({
    classes: classAccess,
    given: createGivenTablets({ standing }),
    standing,
  });
  await inTenant(world.testDatabase.database, person.tenant_id, (transaction) =>
    devices.report(report, {
      transaction,
      tenant: { id: person.tenant_id, is_platform: false, is_organization: false },
      actor: { ...person, role: 'student', session_id: uuidv7() },
      changes: new Changes(),
      now: world.clock.now(),
      base: undefined,
      origin: null,
    }),
  );
  return report.device_id;
}
