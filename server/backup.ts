import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openOwnerUrl, StartError } from './installation.ts';
import { makeBackup } from './operations/backup.ts';
import { readBuild } from './platform/metrics-server.ts';
import { readSecretKey } from './platform/secret-key.ts';
import { readSettings } from './platform/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const [into] = process.argv.slice(2);
  if (into === undefined) throw new StartError('Say where to: npm run backup -- <folder>');
  const settings = readSettings(process.env, root);
  if (!(await readSecretKey(settings.secretKeyFile)))
    throw new StartError(
      `SECRET_KEY_FILE ${settings.secretKeyFile} is missing, and a backup without it opens nothing.`,
    );
  const ownerUrl = await openOwnerUrl(settings, { root, closing, say, beside: true });
  const { version } = await readBuild(root);
  const { folder, manifest } = await makeBackup({
    ownerUrl,
    secretKeyFile: settings.secretKeyFile,
    into: path.resolve(into),
    version,
    now: new Date(),
  });
  await closing.close();
  const megabytes = (manifest.files['database.dump'].bytes / 1e6).toFixed(1);
  say(
    `${folder}: ${megabytes} MB, ${Object.keys(manifest.tables).length} tables, schema ${manifest.schema}.`,
  );
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
