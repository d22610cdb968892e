// `npm run migrate`: brings the database up to date, for servers that have MIGRATE=off.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';

await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

process.setSourceMapsEnabled(true);
await import('../../dist/server/migrate.js');
