// `npm run tenant:export`: writes all that a school has into files.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

process.setSourceMapsEnabled(true);
await import('../../dist/server/tenant-export.js');
