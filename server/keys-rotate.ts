import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openInstallation } from './installation.ts';
import { rotateKeys } from './platform/rotation.ts';
import { readSettings } from './platform/settings.ts';
import { sealedColumns } from './sealed-columns.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const settings = readSettings(process.env, root);
  const installation = await openInstallation(settings, { root, closing, say, beside: true });
  const resealed = await rotateKeys({ ...installation, columns: sealedColumns });
  await installation.endRotation();
  await closing.close();
  say(`${resealed} values were sealed anew. All are sealed by the key in the first line of SECRET_KEY_FILE.`);
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
