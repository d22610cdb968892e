import { fileURLToPath } from 'node:url';
import { Closing, explainFailure, openInstallation, StartError } from './installation.ts';
import { systemClock } from './platform/clock.ts';
import { createMediaMover } from './platform/media-mover.ts';
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
  const to = process.argv[2] ?? 'store';
  if (to !== 'store' && to !== 'both' && to !== 'rows')
    throw new StartError('Say where to: npm run media:move -- both, store or rows');
  const { database } = await openInstallation(settings, { root, closing, say, beside: true });
  const mover = createMediaMover({
    database,
    store,
    clock: systemClock,
    onFailure: (error) => {
      throw error;
    },
  });
  const ways = { both: () => mover.copy(), store: () => mover.move(), rows: () => mover.takeBack() };
  const moved = await ways[to]();
  await closing.close();
  const became = {
    both: 'are in the database and in the store',
    store: 'moved to the store',
    rows: 'are back',
  };
  say(`${moved} pictures, sounds and files ${became[to]}, each read back and compared.`);
} catch (error) {
  await closing.close();
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
