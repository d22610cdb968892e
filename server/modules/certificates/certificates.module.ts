import type { Module, OptionsOf } from '#server/platform/module.ts';
import { certificateRoutes } from './certificates.routes.ts';
import { createCertificateService } from './certificates.service.ts';
import { createGivingCertificates, type GivingCertificates } from './giving-certificates.ts';
import { createLearnedCertificates } from './learned-certificates.ts';

export interface Certificates extends Module {
  readonly giving: GivingCertificates;
}

/** What somebody gave, raised or learned, on paper. */
export function createCertificates(
  deps: Omit<OptionsOf<typeof createCertificateService>, 'learned'> &
    Omit<OptionsOf<typeof createLearnedCertificates>, 'people'>,
): Certificates {
  const learned = createLearnedCertificates({ ...deps, people: deps.works });
  return {
    giving: createGivingCertificates(),
    routes: certificateRoutes(createCertificateService({ ...deps, learned })),
  };
}
