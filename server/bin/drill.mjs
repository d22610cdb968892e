// `npm run drill`: restores a backup aside, compares it and judges it.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

process.setSourceMapsEnabled(true);
await import('../../dist/server/drill.js');
