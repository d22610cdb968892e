/*
 * `npm run dev`: the web app with hot replacement by Vite, the server bundled and started again at every change of its
 * sources. Vite answers on PORT and hands the server's own addresses on, so that hosts and tenants work as in production.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensureDependencies, prepared, root, say, serverBundle } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();
await prepared(ensureDependencies);
const esbuild = await import('esbuild');
const vite = await import('vite');

const port = Number(process.env.PORT ?? 8080);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  say('PORT must be a port number from 1 to 65535');
  process.exit(1);
}
const host = process.env.HOST ?? '127.0.0.1';
const baseDomain = process.env.BASE_DOMAIN ?? 'localhost';
const serverPort = await freePort();
const readyLine = /^Quillshelf is ready at /u;

async function freePort() {
  const probe = createTcpServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const found = probe.address().port;
  probe.close();
  await once(probe, 'close');
  return found;
}

// --- the server -----------------------------------------------------------------------------------------------

let isStopping = false;
let server = null;
let isFirstStart = true;

function startServer() {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', './server/bin/stop-with-parent.mjs', '.build/dev/main.js'],
    {
      cwd: root,
      env: {
        // Links in e-mail lead to Vite, which people open.
        PUBLIC_URL: `http://${baseDomain}:${port}`,
        ...process.env,
        PORT: String(serverPort),
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  server = child;
  let isReady = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const wasReady = isReady;
    if (readyLine.test(line)) isReady = true;
    // The accounts and the address are told once, with the port that people use.
    if (isFirstStart || wasReady) console.log(line.replaceAll(`:${serverPort}`, `:${port}`));
    else if (isReady) say('The server runs again with the changes.');
    if (isReady) isFirstStart = false;
  });
  child.on('exit', (code, signal) => {
    if (server !== child || isStopping) return;
    server = null;
    say(`The server stopped (${signal ?? `exit code ${code}`}). It starts again at the next change.`);
  });
}

async function stopServer() {
  const child = server;
  server = null;
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(patience);
}

/** Restarts follow one another: the next one waits until the one before has its database open. */
let restarts = Promise.resolve();

async function restartServer(before) {
  await before;
  if (isStopping) return;
  await stopServer();
  startServer();
}

// --- the web app ----------------------------------------------------------------------------------------------

// vite.config.ts hands the server's addresses on to this port.
process.env.API_PORT = String(serverPort);

const web = await vite.createServer({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: 'warn',
  clearScreen: false,
  server: {
    host,
    port,
    strictPort: true,
    allowedHosts: [baseDomain, `.${baseDomain}`],
  },
});
try {
  await web.listen();
} catch (error) {
  say(`The web app cannot be served on port ${port}: ${error.message}`);
  process.exit(1);
}

const bundling = await esbuild.context({
  ...serverBundle('.build/dev'),
  logLevel: 'warning',
  plugins: [
    {
      name: 'restart-server',
      setup(setup) {
        setup.onEnd((result) => {
          if (result.errors.length === 0) restarts = restartServer(restarts);
        });
      },
    },
  ],
});
await bundling.watch();

async function stop() {
  // Ctrl-C arrives twice below npm: from the terminal and from npm.
  if (isStopping) return;
  isStopping = true;
  await restarts;
  await Promise.all([bundling.dispose(), web.close(), stopServer()]);
  process.exit(0);
}

// Vite's own listener leaves before the database has stopped.
process.removeAllListeners('SIGTERM');
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
