// `npm run backup`: writes the database, the secret key and a manifest into a folder.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

process.setSourceMapsEnabled(true);
await import('../../dist/server/backup.js');
