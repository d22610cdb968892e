import { originOn } from '#server/platform/host.ts';
import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { findingsTask } from './findings.task.ts';

/** What a person has to look at: where our books and a provider do not say the same. */
export function createFindings(
  deps: Platform &
    Omit<OptionsOf<typeof findingsTask>, 'origin'> & {
      /** Whether anybody takes money here. */
      takesMoney: boolean;
    },
): Module {
  const { publicUrl, baseDomain, takesMoney } = deps;
  const origin = publicUrl ? originOn(publicUrl, baseDomain) : null;
  return { routes: [], tasks: takesMoney ? [findingsTask({ ...deps, origin })] : [] };
}
