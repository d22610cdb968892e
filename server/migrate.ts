import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openInstallation } from './installation.ts';
import { readSettings } from './platform/settings.ts';
import { isEmpty, seed } from './seeds/demo.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const settings = { ...readSettings(process.env, root), migrates: true };
  const installation = await openInstallation(settings, { root, closing, say, beside: true });
  // Servers that start at the same moment after this would all find it empty.
  if (await isEmpty(installation.database)) {
    await seed(installation, settings.seed);
    await installation.refreshStatistics();
  }
  const { applied } = installation;
  await closing.close();
  say(applied.length === 0 ? 'The database was up to date.' : `Changed the database: ${applied.join(', ')}.`);
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
