import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openInstallation, StartError } from './installation.ts';
import { checkMedia } from './operations/media-check.ts';
import { openMediaStore } from './platform/media-settings.ts';
import { readSettings } from './platform/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const settings = readSettings(process.env, root);
  const store = openMediaStore(settings.media);
  if (!store) throw new StartError('MEDIA_STORE is not set: pictures and sounds are kept in the database.');
  const most = Number(process.argv[2] ?? 1000);
  if (!Number.isInteger(most) || most < 0)
    throw new StartError('Say how many are to be read whole: npm run media:check -- 1000');
  const { database } = await openInstallation(settings, { root, closing, say, beside: true });
  const { expected, read, missing, orphans } = await checkMedia({ database, store, most });
  await closing.close();
  for (const { tenantId, sha256, table } of missing)
    say(`missing or changed: ${table} ${tenantId} ${sha256}`);
  for (const { tenantId, sha256 } of orphans) say(`of no row: ${tenantId} ${sha256}`);
  say(
    `${expected} objects, ${read} of them read and compared: ${missing.length} missing or changed, ${orphans.length} of no row.`,
  );
  if (missing.length > 0) process.exitCode = 1;
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
