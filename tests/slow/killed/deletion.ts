import type { KyselyPlugin } from 'kysely';
import { deletionTask } from '#server/modules/closings/deletion.task.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { openDatabase } from '#server/platform/database.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import { createMedia } from '#server/platform/media.ts';
import { SecretKey } from '#server/platform/secret-key.ts';

/*
 * A server as a process of its own that deletes what is due, some rows at a time, and is killed at the point that it is told.
 */

export interface DeletionOptions {
  databaseUrl: string;
  /** Milliseconds by which its clock is ahead: work of a dead server is taken up after hours. */
  ahead: number;
  /** It dies after so many transactions, at this statement of the next or before its commit; null: never. */
  dies: { commits: number; statement: number } | null;
}

const { databaseUrl, ahead, dies } = JSON.parse(process.env['KILLED_DELETION'] ?? '') as DeletionOptions;
const clock = { now: () => new Date(Date.now() + ahead) };
let commits = 0;
let statements = 0;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal has no handler: nothing runs any more.
  for (;;);
}

const dyingAtStatement: KyselyPlugin = {
  transformQuery({ node }) {
    if (commits === dies?.commits) {
      if (statements >= dies.statement) die();
      statements += 1;
    }
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const database = openDatabase(databaseUrl, { connections: 4 }).withPlugin(dyingAtStatement);
const secretKey = new SecretKey(Buffer.alloc(32, 7));
const work: DueWork = createDueWork({
  database,
  clock,
  kinds: [
    deletionTask({
      database,
      clock,
      media: createMedia(null),
      outbox: createMailOutbox({
        secretKey,
        addTask: (...task) => work.add(...task),
        suppressions: createSuppressions({ secretKey }),
      }),
      secretKey,
      backupDays: 35,
      batch: 6,
      beforeCommit: () => {
        if (commits === dies?.commits) die();
        commits += 1;
      },
    }),
  ],
  onProblem: ({ error }) => {
    throw error;
  },
});
await work.runDue();
await database.destroy();
process.exit(0);
