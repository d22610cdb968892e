import type { Module, OptionsOf } from '#server/platform/module.ts';
import { deviceRoutes } from './devices.routes.ts';
import { createDeviceService } from './devices.service.ts';
import { createGivenTablets, type GivenTablets } from './given-tablets.ts';
import { createPreparationService } from './preparations.service.ts';

export interface Devices extends Module {
  readonly tablets: GivenTablets;
}

/** Tablets of a school, and what they are prepared for. */
export function createDevices(
  deps: OptionsOf<typeof createGivenTablets> &
    Omit<OptionsOf<typeof createPreparationService>, 'devices' | 'given'>,
): Devices {
  const tablets = createGivenTablets(deps);
  const devices = createDeviceService({ ...deps, given: tablets });
  const preparations = createPreparationService({ ...deps, devices, given: tablets });
  return { tablets, routes: deviceRoutes({ devices, preparations }) };
}
