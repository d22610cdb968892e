import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/api.ts';
import { createModules, type Modules } from './modules.ts';
import { refuseGrowth } from './modules/subscriptions/standing.ts';
import { findPushed } from './modules/sync/push.service.ts';
import type { DueWork } from './platform/due-work.ts';
import type { Platform, Web } from './platform/module.ts';
import { serve } from './platform/serve.ts';
import { serveStoredFiles } from './platform/stored-files.ts';
import { answerUnknownAddresses, serveWeb } from './platform/web.ts';
import type { AppOptions } from './wiring/app-options.ts';
import { startDueWork } from './wiring/due-work.ts';
import { createHttp } from './wiring/http.ts';
import { createPlatform } from './wiring/platform.ts';
import { countUsage, startUpkeep } from './wiring/upkeep.ts';

/** Puts the house together: the platform, all modules, and what is collected of them. */
export async function assemble(options: AppOptions): Promise<{ app: FastifyInstance; modules: Modules }> {
  const app = await createHttp(options, (tenantId) => usage?.note(tenantId, { calls: 1 }));
  const addTask: DueWork['add'] = (...task) => work.add(...task);
  const platform = createPlatform(app, options, addTask);
  const modules = createModules(platform, options);
  const { all, identity, tenants } = modules;
  const usage = countUsage(app, options, tenants.tell.nearlyFull, platform);
  const work = startDueWork(app, options, { platform, modules: all });
  startUpkeep(app, options, { platform, modules: all });
  for (const { close } of all) if (close) app.addHook('onClose', () => close());

  serve(app, {
    database: platform.database,
    load: options.load,
    requests: options.rates?.requests,
    panel: options.panel,
    clock: platform.clock,
    endpoints,
    routes: all.flatMap(({ routes }) => routes),
    findTenant: tenants.findFor,
    findActor: identity.findActor,
    findPushed,
    refuseGrowth,
    baseDomain: options.baseDomain,
    publicUrl: platform.publicUrl,
    ...(options.pokes?.heartbeat !== undefined && { heartbeat: options.pokes.heartbeat }),
    drain: platform.drain,
  });
  await serveBeside(app, options, { platform, modules });
  return { app, modules };
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  return (await assemble(options)).app;
}

/** What is served beside the endpoints: that of the modules, files of tenants, and the web app. */
async function serveBeside(
  app: FastifyInstance,
  options: AppOptions,
  { platform, modules }: { platform: Platform; modules: Modules },
): Promise<void> {
  const { all, tenants, servedPages } = modules;
  const web: Web = {
    app,
    findTenant: (host) => tenants.tenants.ofHost(host),
    findOpenTenant: tenants.findOpen,
  };
  for (const module of all) module.serve?.(web);
  serveStoredFiles(app, { ...platform, findTenant: web.findTenant });
  options.serveSandbox?.(app);
  const { webRoot } = options;
  if (webRoot === null) answerUnknownAddresses(app, false);
  else {
    await serveWeb(app, webRoot);
    answerUnknownAddresses(app, true, await servedPages.writePages(webRoot));
  }
}
