// `npm run media:check`: compares the rows of pictures, sounds and files with the store of media, both ways.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

process.setSourceMapsEnabled(true);
await import('../../dist/server/media-check.js');
