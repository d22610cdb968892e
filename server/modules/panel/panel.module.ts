import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { panelMailRoutes } from './panel-mail.routes.ts';
import { createPanelMailService } from './panel-mail.service.ts';
import { panelRoutes } from './panel.routes.ts';
import { createPanelService } from './panel.service.ts';
import { tenantLifeRoutes } from './tenant-life.routes.ts';
import { createTenantLifeService } from './tenant-life.service.ts';

/** The platform's own lists of tenants, people, letters and the audit, how a list is read by pages, and when a tenant rests. */
export function createPanelPages(
  deps: Platform &
    Omit<OptionsOf<typeof createPanelMailService>, 'transport'> &
    OptionsOf<typeof createTenantLifeService> & {
      /** Where letters of this server go; undefined: it sends none. */
      transport: OptionsOf<typeof createPanelMailService>['transport'] | undefined;
    },
): Module {
  const transport = deps.transport ?? { kind: 'none', host: null };
  return {
    routes: [
      ...panelMailRoutes(createPanelMailService({ ...deps, transport })),
      ...panelRoutes(createPanelService(deps)),
      ...tenantLifeRoutes(createTenantLifeService(deps)),
    ],
  };
}
