import type { FastifyInstance } from 'fastify';
import { createDueWork, type DueWork } from '../platform/due-work.ts';
import type { Module, Platform } from '../platform/module.ts';
import type { AppOptions } from './app-options.ts';

/** The background work of this server: begins when it is ready, and ends before its connections do. */
export function startDueWork(
  app: FastifyInstance,
  options: AppOptions,
  { platform, modules }: { platform: Platform; modules: readonly Module<unknown>[] },
): DueWork {
  const { database, clock } = platform;
  const work = createDueWork({
    database,
    clock,
    ...(options.lookForWorkEvery !== undefined && { lookEvery: options.lookForWorkEvery }),
    kinds: modules.flatMap(({ tasks = [] }) => tasks),
    onProblem: ({ error, what, task }) => {
      const about = task && { tenant_id: task.tenant_id, id: task.id, kind: task.kind };
      app.log.warn({ err: error, task: about }, `a task was ${what}`);
    },
  });
  app.addHook('onReady', async () => {
    for (const module of modules) await module.start?.();
    work.start();
  });
  app.addHook('onClose', async () => {
    await work.close();
    options.mail?.transport.close?.();
  });
  return work;
}
