import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openOwnerUrl, StartError } from './installation.ts';
import { runDrill } from './operations/drill.ts';
import { readSettings } from './platform/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StartError('Say which one: npm run drill -- <folder of one backup>');
  const settings = readSettings(process.env, root);
  const ownerUrl = await openOwnerUrl(settings, { root, closing, say, beside: true });
  const { tables, rows, seconds, madeAt } = await runDrill({ ownerUrl, folder: path.resolve(folder), root });
  await closing.close();
  const hours = ((Date.now() - madeAt.getTime()) / 3_600_000).toFixed(1);
  say(`Restored and compared: ${tables} tables, ${rows} rows, all as they were; schools are kept apart.`);
  say(`It took ${seconds.toFixed(0)} seconds (RTO). The backup is ${hours} hours old (RPO).`);
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
