import { mailTask } from '../modules/mail/mail.task.ts';
import { beginSweepingSuppressions, suppressionsTask } from '../modules/mail/suppressions.task.ts';
import { beginCounting } from '../modules/panel/tenant-numbers.task.ts';
import { createMailsNearlyFull } from '../modules/tenants/tenant-usage.letters.ts';
import { createDueWork, type DueWork, type TaskKind } from '../platform/due-work.ts';
import type { Basics } from './basics.ts';

/** The background work of this server: begins when it is ready, and ends before its connections do. */
export function startDueWork(basics: Basics, kinds: readonly TaskKind[]): DueWork {
  const { app, options, database, clock, addTask, suppressions, outbox, secretKey } = basics;
  const { mail, mailReturnsKey = null } = options;
  const ofMail = mail && {
    ...mail,
    database,
    clock,
    secretKey,
    takesReturns: mailReturnsKey !== null,
    suppressions,
    onNearlyAll: createMailsNearlyFull({ outbox }),
  };
  const work = createDueWork({
    database,
    clock,
    ...(options.lookForWorkEvery !== undefined && { lookEvery: options.lookForWorkEvery }),
    kinds: [...(ofMail ? [mailTask(ofMail)] : []), suppressionsTask({ database, clock, addTask }), ...kinds],
    onProblem: ({ error, what, task }) => {
      const about = task && { tenant_id: task.tenant_id, id: task.id, kind: task.kind };
      app.log.warn({ err: error, task: about }, `a task was ${what}`);
    },
  });
  app.addHook('onReady', async () => {
    if (options.countsTenants === true) await beginCounting(database, addTask, clock.now());
    if (options.sweeps === true) await beginSweepingSuppressions(database, addTask, clock.now());
    work.start();
  });
  app.addHook('onClose', async () => {
    await work.close();
    mail?.transport.close?.();
  });
  return work;
}
