import type { Module, Platform } from '#server/platform/module.ts';
import type { TenantService } from '../tenants/tenants.service.ts';
import { createPageWriter, serveCrawlers } from './served-pages.web.ts';
import type { VisitOptions } from './visit.web.ts';

export interface ServedPages extends Module {
  /** Writes public pages into the built web app of this folder. */
  writePages(webRoot: string): ReturnType<typeof createPageWriter>;
}

/** Public pages as HTML, for whoever comes without the app, and what search engines ask for. */
export function createServedPages(
  deps: Platform & Pick<VisitOptions, 'content'> & { tenants: Pick<TenantService, 'ofHost'> },
): ServedPages {
  const visited = {
    ...deps,
    findTenant: (host: string | undefined) => deps.tenants.ofHost(host),
  };
  return {
    writePages: (webRoot) => createPageWriter(webRoot, visited),
    routes: [],
    serve({ app }) {
      serveCrawlers(app, visited);
    },
  };
}
