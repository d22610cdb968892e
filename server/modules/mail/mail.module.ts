import type { MailTransport } from '#server/platform/mail.ts';
import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import { createMailOutbox, type MailOutbox } from './mail.outbox.ts';
import { oldMessages } from './mail.repository.ts';
import { mailRoutes } from './mail.routes.ts';
import { createMailService, type MailService } from './mail.service.ts';
import { mailTask } from './mail.task.ts';
import { serveMailReturns } from './mail.web.ts';
import { beginSweepingSuppressions, suppressionsTask } from './suppressions.task.ts';
import { createSuppressions, type Suppressions } from './suppressions.ts';

export interface Mail extends Module {
  readonly outbox: MailOutbox;
  readonly suppressions: Suppressions;
  readonly letters: MailService;
}

/** Letters that go out, and what comes back of them. */
export function createMail(
  deps: Platform &
    Pick<OptionsOf<typeof createMailService>, 'sendAgain'> &
    Required<Pick<OptionsOf<typeof mailTask>, 'onNearlyAll'>> & {
      /** How letters leave; undefined: another server on this database sends them. */
      mail: { transport: MailTransport; from: string } | undefined;
      /** Of the mail server that hands in what came back; null: nothing is taken. */
      returnsKey: string | null;
      sweeps: boolean;
    },
): Mail {
  const { mail, returnsKey: key, database, clock, addTask } = deps;
  const suppressions = createSuppressions(deps);
  const letters = createMailService({ ...deps, suppressions });
  return {
    outbox: createMailOutbox({ ...deps, suppressions }),
    suppressions,
    letters,
    routes: mailRoutes(letters),
    tasks: [
      ...(mail ? [mailTask({ ...deps, ...mail, takesReturns: key !== null, suppressions })] : []),
      suppressionsTask(deps),
    ],
    oldRows: () => [oldMessages],
    serve: ({ app }) => serveMailReturns(app, { ...deps, key, suppressions }),
    async start() {
      if (deps.sweeps) await beginSweepingSuppressions(database, addTask, clock.now());
    },
  };
}
