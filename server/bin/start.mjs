// `npm start`: brings the checkout to the state in which the server can run, then becomes the server.
import { ensureBuilt, ensureDependencies, prepared } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();
await prepared(async () => {
  await ensureDependencies();
  await ensureBuilt();
});

// Errors of the server name the lines of its sources.
process.setSourceMapsEnabled(true);

// In this process and not in a child: signals, exit code and process id are the server's own.
await import('../../dist/server/main.js');
