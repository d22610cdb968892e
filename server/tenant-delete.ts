import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { Problem } from '#contract/kit/problem.ts';
import { LifeReason } from '#contract/tenants/tenant-life.schema.ts';
import { Closing, explainFailure, openInstallation, StartError, type Installation } from './installation.ts';
import {
  createOperatorDeletion,
  type Deed,
  type OperatorDeletion,
} from './modules/closings/operator-deletion.ts';
import { createMailOutbox } from './modules/mail/mail.outbox.ts';
import { createSuppressions } from './modules/mail/suppressions.ts';
import { systemClock } from './platform/clock.ts';
import { createDueWork } from './platform/due-work.ts';
import { MediaAwayError } from './platform/media-store.ts';
import { openMediaStore } from './platform/media-settings.ts';
import { createMedia } from './platform/media.ts';
import { usualBackupDays } from './platform/retention.ts';
import { readSettings, type Settings } from './platform/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const usage = 'npm run tenant:delete -- <slug> [--reason "why"] [--yes-delete <slug>]';
const usualReason = 'By who runs this server';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readWords(): { slug: string; reason: string; typed: string | undefined } {
  const options = { reason: { type: 'string' }, 'yes-delete': { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [slug, ...more] = positionals;
    if (slug === undefined || more.length > 0) throw new StartError(usage);
    const about = v.safeParse(LifeReason, { reason: values.reason ?? usualReason });
    if (!about.success) throw new StartError(`--reason: ${about.issues[0].message}`);
    return { slug, reason: about.output.reason, typed: values['yes-delete'] };
  } catch (error) {
    // A word that it does not know; the usage says more than its complaint.
    throw error instanceof StartError ? error : new StartError(usage);
  }
}

const deeds: Readonly<Record<Deed, string>> = {
  begin: 'closes: for 30 days it is read and can be kept, then all that it has is deleted',
  delete: 'is deleted now, with all that its people made. Nobody can take that back',
};

/** What is typed, or the first line of a pipe. */
async function askSlug(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  const typed = once(lines, 'line').then(([line]) => String(line));
  const line = await Promise.race([typed, once(lines, 'close').then(() => '')]);
  lines.close();
  return line.trim();
}

function openDeletion({ database, secretKey }: Installation, { media, backupDays }: Settings) {
  const work = createDueWork({
    database,
    clock: systemClock,
    // What is to be done later is done by servers.
    kinds: [],
    onProblem: ({ error }) => {
      throw error;
    },
  });
  const addTask = work.add;
  const suppressions = createSuppressions({ secretKey });
  return createOperatorDeletion({
    database,
    clock: systemClock,
    media: createMedia(openMediaStore(media)),
    secretKey,
    outbox: createMailOutbox({ secretKey, addTask, suppressions }),
    addTask,
    backupDays: backupDays ?? usualBackupDays,
  });
}

function tell(slug: string, outcome: OperatorDeletion): void {
  if (outcome.is === 'closing') {
    const date = outcome.due_at.toISOString().slice(0, 16).replace('T', ' ');
    say(`${slug} closes. Until ${date} UTC it is read, and the panel can keep it.`);
    say(
      'After that a server deletes it within the hour, and this command at once; it then tells the receipt.',
    );
    return;
  }
  if (outcome.is === 'waiting') throw new StartError(`Not deleted. ${outcome.reason}. Try again later.`);
  const { receipt, signature, left, isGenuine } = outcome;
  say(JSON.stringify({ receipt, signature }, null, 2));
  const kept = receipt.kept.filter(({ rows }) => rows > 0).map(({ table, rows }) => `${rows} ${table}`);
  say(`${slug} is gone since ${receipt.gone_at}: ${left.rows} rows and ${left.objects} objects are left.`);
  if (kept.length > 0) say(`Kept, with nobody of the school in it: ${kept.join(', ')}.`);
  if (left.rows + left.objects > 0) throw new StartError('Something is left of it. Please report this.');
  if (!isGenuine) throw new StartError('The signature of the receipt is not the one of this installation.');
}

const closing = new Closing();
try {
  const { slug, reason, typed } = readWords();
  const settings = readSettings(process.env, root);
  const installation = await openInstallation(settings, { root, closing, say, beside: true });
  const outcome = await openDeletion(installation, settings).run(
    { slug, reason },
    async ({ school_name }, deed) => {
      say(`${school_name} (${slug}) ${deeds[deed]}.`);
      if (typed === undefined) say(`Type ${slug} to go on:`);
      if ((typed ?? (await askSlug())) !== slug)
        throw new StartError(`That is not ${slug}: nothing was changed.`);
    },
  );
  await closing.close();
  tell(slug, outcome);
} catch (error) {
  await closing.close();
  const isOurs = error instanceof Problem || error instanceof MediaAwayError;
  process.stderr.write(`${isOurs ? error.message : explainFailure(error)}\n`);
  process.exitCode = 1;
}
