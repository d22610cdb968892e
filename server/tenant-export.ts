import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '#contract/kit/problem.ts';
import { Closing, explainFailure, openInstallation, StartError } from './installation.ts';
import { writeSchoolFiles } from './modules/exports/export-files.ts';
import { openMediaStore } from './platform/media-settings.ts';
import { createMedia } from './platform/media.ts';
import { readSettings } from './platform/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const closing = new Closing();
try {
  const [slug, into, ...more] = process.argv.slice(2);
  if (slug === undefined || into === undefined || more.length > 0)
    throw new StartError('Say which school and where to: npm run tenant:export -- <slug> <folder>');
  const settings = readSettings(process.env, root);
  const { database } = await openInstallation(settings, { root, closing, say, beside: true });
  const { folder, rows, files } = await writeSchoolFiles({
    database,
    media: createMedia(openMediaStore(settings.media)),
    slug,
    into: path.resolve(into),
    now: new Date(),
  });
  await closing.close();
  for (const { file, bytes, sha256 } of files)
    say(`${path.join(folder, file)}: ${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`);
  say(`${rows} rows of ${slug}. In ${folder}, sha256sum --check SHA256SUMS compares the files.`);
} catch (error) {
  await closing.close();
  const { message } = error instanceof Problem ? error : { message: explainFailure(error) };
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
