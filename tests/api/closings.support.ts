import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { deletionTask } from '#server/modules/closings/deletion.task.ts';
import { reminderTask } from '#server/modules/closings/reminders.task.ts';
import { createMailOutbox } from '#server/modules/mail/mail.outbox.ts';
import { createSuppressions } from '#server/modules/mail/suppressions.ts';
import { createDueWork, type DueWork } from '#server/platform/due-work.ts';
import { openMediaFolder } from '#server/platform/media-folder.ts';
import { createMedia } from '#server/platform/media.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { closingSchools } from '../support/closing-schools.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { TestMailbox } from '../support/mailbox.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const hour = 60 * 60 * 1000;
export const day = 24 * hour;

export const ofSchool = ({ tenant }: Pick<TestSchool, 'tenant'>) => ({ params: { tenantId: tenant.id } });

/** Two schools, and what ends them. A world of its own for each test file. */
export function closingsOfFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-media-'));
  const store = openMediaFolder(folder);
  const { world, greenfield, riverside } = worldOfFile();

  afterAll(() => rm(folder, { recursive: true, force: true }));
  const mailbox = new TestMailbox();
  const platform = {} as Caller;
  const office = {} as Caller;

  /** A server that ends schools, some rows at a time; `dies` says at which of its transactions it does. */
  function ender({ dies = () => false, batch = 40 }: { dies?: () => boolean; batch?: number } = {}): DueWork {
    const { context, clock } = world;
    const { database } = context;
    const outbox = createMailOutbox({
      secretKey: testSecretKey,
      addTask: (...task) => work.add(...task),
      suppressions: createSuppressions({ secretKey: testSecretKey }),
    });
    const work: DueWork = createDueWork({
      database,
      clock,
      kinds: [
        deletionTask({
          media: createMedia(store),
          outbox,
          database,
          clock,
          secretKey: testSecretKey,
          backupDays: 35,
          batch,
          beforeCommit: () => {
            if (dies()) throw new Error('Killed');
          },
        }),
        reminderTask({ outbox }),
      ],
      onProblem: ({ error }) => {
        const isMeant =
          error instanceof Error &&
          /^(?:Killed|The date|The school was gone|Money of the school)/u.test(error.message);
        if (!isMeant) throw error;
      },
    });
    return work;
  }
  const { administrate, codeTo, closeItself, letTimePass, settle, tablesOf, countsOf } = closingSchools(
    () => world,
    mailbox,
  );

  beforeAll(async () => {
    for (const school of [greenfield, riverside]) await fillEveryTable(world, school);
    await administrate('delete from closing_asks');
  });

  beforeEach(async () => {
    Object.assign(platform, await world.as(world.platformAdmin));
    Object.assign(office, await world.as(greenfield.schoolAdmin));
  });

  /** Each test begins with schools that nobody closes. */
  afterEach(async () => {
    await administrate('update closings set kept_at = now() where kept_at is null and gone_at is null');
    await administrate('update tenants set closes_at = null where gone_at is null');
    await administrate('delete from closing_asks');
  });

  return {
    store,
    world,
    greenfield,
    riverside,
    mailbox,
    platform,
    office,
    ender,
    administrate,
    codeTo,
    closeItself,
    letTimePass,
    settle,
    tablesOf,
    countsOf,
  };
}
