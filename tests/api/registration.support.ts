import { afterEach } from 'vitest';
import { tenantEndpoints } from '#contract/tenants/tenants.endpoints.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const hour = 60 * 60 * 1000;
export const day = 24 * hour;

/** The platform’s site, and schools that register there. A world of its own for each test file. */
export function registrationsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  // Limits of other tests are nobody's here.
  afterEach(() => world.clock.advance(day + 1));

  const current = (host: string) => world.call({ host, access: null }, tenantEndpoints.readCurrent, {});

  return { world, greenfield, riverside, current };
}
