import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openOwnerUrl } from './installation.ts';
import { beginNewEpoch } from './operations/restored.ts';
import { readSettings } from './platform/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const settings = readSettings(process.env, root);
  await beginNewEpoch(await openOwnerUrl(settings, { root, closing, say, beside: true }));
  await closing.close();
  say('Tablets fetch everything anew, and send again what the backup does not hold.');
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
