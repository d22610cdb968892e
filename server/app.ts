import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/api.ts';
import { refuseGrowth } from './modules/subscriptions/standing.ts';
import { findPushed } from './modules/sync/push.service.ts';
import { refuseWhileClosing } from './modules/tenants/closing.ts';
import { refuseWhileSuspended } from './modules/tenants/suspension.ts';
import type { DueWork, TaskKind } from './platform/due-work.ts';
import type { Route } from './platform/route.ts';
import { serve, type ServeOptions } from './platform/serve.ts';
import type { AppOptions } from './wiring/app-options.ts';
import { createBasics } from './wiring/basics.ts';
import { startDueWork } from './wiring/due-work.ts';
import { createHttp } from './wiring/http.ts';
import { createLearning } from './wiring/learning.ts';
import { createMoney } from './wiring/money.ts';
import { createPanelPages } from './wiring/panel.ts';
import { createPeople } from './wiring/people.ts';
import { createSync } from './wiring/sync.ts';
import { createTenants } from './wiring/tenants.ts';
import { startUpkeep } from './wiring/upkeep.ts';
import { serveBeside } from './wiring/web.ts';
import { createWorks } from './wiring/works.ts';

/** Puts the house together: modules meet in `wiring/` and nowhere else. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = await createHttp(options, (tenantId) => basics.usage?.note(tenantId, { calls: 1 }));
  const addTask: DueWork['add'] = (...task) => work.add(...task);
  const basics = createBasics(app, options, addTask);
  const people = createPeople(basics);
  const learning = createLearning(basics, people);
  const money = createMoney(basics, people, learning.content);
  const tenants = createTenants(basics, people);
  const works = createWorks(basics, people, money, learning);
  const panel = createPanelPages(basics, people);
  const modules = [people, learning, money, tenants, works, panel];
  const work = startDueWork(
    basics,
    [learning, money, tenants, panel].flatMap(({ tasks }): readonly TaskKind[] => tasks),
  );
  startUpkeep(basics);
  const routes = modules.flatMap((part): readonly Route[] => part.routes);
  const sync = createSync(basics, people, routes);

  const { database, clock } = basics;
  const findActor: ServeOptions['findActor'] = (transaction, tenant, token) =>
    people.identity.findActor(transaction, tenant, token, clock.now());
  serve(app, {
    database,
    load: options.load,
    requests: options.rates?.requests,
    panel: options.panel,
    clock,
    endpoints,
    routes: [...routes, ...sync.routes],
    async findTenant(host, endpoint) {
      const tenant = await basics.tenants.ofHost(host);
      refuseWhileSuspended(endpoint, tenant);
      refuseWhileClosing(endpoint, tenant, clock.now());
      return tenant;
    },
    findActor,
    findPushed,
    refuseGrowth,
    baseDomain: options.baseDomain,
    publicUrl: basics.publicUrl,
    ...(options.pokes?.heartbeat !== undefined && { heartbeat: options.pokes.heartbeat }),
    drain: basics.drain,
  });
  await serveBeside(basics, { people, money, learning, findActor });
  return app;
}
