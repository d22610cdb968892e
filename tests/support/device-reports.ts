import { uuidv7 } from 'uuidv7';
import type { DeviceReport } from '#contract/devices/devices.schema.ts';
import { product } from '#contract/kit/product.ts';
import { createDeviceService } from '#server/modules/devices/devices.service.ts';
import { createGivenTablets } from '#server/modules/devices/given-tablets.ts';
import { standing } from '#server/modules/visits/standing.ts';
import { classAccess } from '#server/modules/classes/classes.service.ts';
import { Changes } from '#server/platform/changes.ts';
import { inTenant } from '#server/platform/database.ts';
import type { ApiWorld } from './api-world.ts';

/** What a tablet says on which nothing waits. */
export function deviceReport(fields: Partial<DeviceReport> = {}): DeviceReport {
  return {
    device_id: uuidv7(),
    app_version: product.version,
    unsent: 0,
    unsent_people: 0,
    free_bytes: 2_000_000_000,
    storage_persisted: true,
    storage_wiped: false,
    ...fields,
  };
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
