// `npm run tenant:delete`: closes a school, and deletes it once its 30 days are over.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

process.setSourceMapsEnabled(true);
await import('../../dist/server/tenant-delete.js');
