import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { product } from '#contract/kit/product.ts';
import { createApp } from './app.ts';
import type { AppOptions } from './wiring/app-options.ts';
import { Closing, explainFailure, openInstallation, StartError, type Installation } from './installation.ts';
import { putTexts } from './modules/content/put-texts.ts';
import { readTexts } from './modules/content/shipped-texts.ts';
import { readArticles } from './modules/help/articles.ts';
import { systemDomainRecords } from './platform/domain-records.ts';
import { createProviders } from './modules/providers/providers.ts';
import { systemClock } from './platform/clock.ts';
import { Drain } from './platform/drain.ts';
import { openMetricsServer, readBuild } from './platform/metrics-server.ts';
import { folderTransport, smtpTransport, type MailTransport } from './platform/mail.ts';
import { openMediaStore } from './platform/media-settings.ts';
import { createUsualRates } from './platform/rates.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { demoAccounts, demoPassword, isEmpty, seed } from './seeds/demo.ts';

// dist/server/main.js lies two folders below the project's root.
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds to close in, once the program cannot go on. */
const closeWithin = 10_000;
/** Milliseconds over which streams end, and in which calls that are under way have to. */
const streamsEndWithin = 10_000;
const callsEndWithin = 25_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function seedWhenEmpty(settings: Settings, installation: Installation): Promise<void> {
  if (!(await isEmpty(installation.database))) return;
  if (settings.seed !== 'none') {
    say(settings.seed === 'big' ? 'Making the demo and the big school…' : 'Making the demo schools…');
  }
  await seed(installation, settings.seed);
  await installation.refreshStatistics();
}

function mailTransport({ smtpUrl, dataDir }: Settings): MailTransport {
  return smtpUrl === null ? folderTransport(path.join(dataDir, 'mailbox'), say) : smtpTransport(smtpUrl);
}

/** What practice bank transfers are sent to. */
const practiceBank = 'Practice Bank\nAccount 00 0000 0000';

type TakesMoney = Required<Pick<AppOptions, 'payments'>> & Pick<AppOptions, 'serveSandbox'>;

/** Those who take money: real providers, or practice ones that run with this server. */
async function openPayments(
  settings: Settings,
  closing: Closing,
): Promise<TakesMoney & { opened: (port: number) => void }> {
  const { payments, dataDir } = settings;
  const { mode } = payments;
  if (mode !== 'sandbox') {
    const providers = createProviders(payments, { clock: systemClock });
    return { payments: { mode, providers, bankDetails: payments.bankDetails }, opened: () => undefined };
  }
  const { openSandbox, deliverByHttp } = await import('./sandbox/sandbox.ts');
  const { serveSandbox } = await import('./sandbox/serve-sandbox.ts');
  let shop: { address: string; port: number; host: string } | null = null;
  const sandbox = await openSandbox({
    folder: path.join(dataDir, 'sandbox'),
    clock: systemClock,
    deliver: deliverByHttp(() => shop),
    automatic: true,
  });
  closing.add(() => sandbox.close());
  const bankDetails = payments.bankDetails ?? practiceBank;
  return {
    payments: {
      mode,
      providers: createProviders({ mode, ...sandbox.keys, bankDetails }, { clock: systemClock }),
      bankDetails,
    },
    serveSandbox: (app) => serveSandbox(app, sandbox),
    opened: (port) => {
      shop = { address: reachable(settings.host), port, host: `${settings.baseDomain}:${port}` };
    },
  };
}

/** The address to reach ourselves by where we listen on all. */
function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}

/** @throws StartError where an address cannot be listened on, by the names of its settings */
async function listenAt<Result>(
  { port, host }: { port: number; host: string },
  names: { port: string; host: string },
  listening: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listening();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} on ${host} is in use. Choose another with ${names.port}.`);
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be opened by this user. Choose another with ${names.port}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`${names.host} ${host} is not an address of this machine.`);
    throw error;
  }
}

async function tellMetrics(
  { metrics }: Settings,
  { database }: Installation,
  app: FastifyInstance,
): Promise<void> {
  if (metrics === null) return;
  const build = await readBuild(root);
  const onFailure = (error: unknown) => app.log.warn({ err: error }, 'numbers could not be told');
  const server = await listenAt(metrics, { port: 'METRICS_PORT', host: 'METRICS_HOST' }, () =>
    openMetricsServer({ ...metrics, database, clock: systemClock, build, onFailure }),
  );
  app.addHook('onClose', () => server.close());
}

/** Ends when all calls were answered; those that take too long are cut off. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const tooLong = setTimeout(() => app.server.closeAllConnections(), callsEndWithin);
  try {
    await app.close();
  } finally {
    clearTimeout(tooLong);
  }
}

async function listen(
  settings: Settings,
  installation: Installation,
  { closing, drain }: { closing: Closing; drain: Drain },
): Promise<number> {
  const { opened, ...takesMoney } = await openPayments(settings, closing);
  const app = await createApp({
    database: installation.database,
    ...(settings.refusesWhileBusy && { load: installation.load }),
    databaseUrl: installation.databaseUrl,
    directUrl: installation.directUrl,
    panel: installation.panel,
    secretKey: installation.secretKey,
    baseDomain: settings.baseDomain,
    stagingHosts: settings.stagingHosts,
    trustProxy: settings.trustProxy,
    domainRecords: systemDomainRecords(),
    webRoot: path.join(root, 'dist/web'),
    articles: await readArticles(path.join(root, 'server/modules/help/articles')),
    mediaStore: openMediaStore(settings.media),
    mail: { transport: mailTransport(settings), from: settings.mailFrom },
    mailReturnsKey: settings.mailReturnsKey,
    publicUrl: settings.publicUrl,
    ...takesMoney,
    sweeps: true,
    retention: settings.retention,
    ...(settings.rates && { rates: createUsualRates() }),
    resetsPerSecond: settings.resetsPerSecond,
    movesMedia: settings.movesMedia,
    delivery: {
      ...settings.delivery,
      storeOrigin: settings.media?.kind === 's3' ? new URL(settings.media.endpoint).origin : null,
    },
    ...(settings.streamsPerSchool !== null && { pokes: { streamsPerTenant: settings.streamsPerSchool } }),
    countsTenants: true,
    countsUsage: true,
    worksOnTenants: true,
    ...(settings.backupDays !== null && { backupDays: settings.backupDays }),
    logLevel: settings.logLevel,
    drain,
  });
  closing.add(() => closeApp(app));
  await tellMetrics(settings, installation, app);
  await listenAt(settings, { port: 'PORT', host: 'HOST' }, () =>
    app.listen({ port: settings.port, host: settings.host }),
  );
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  opened(port);
  return port;
}

function greet(settings: Settings, port: number): void {
  const at = (host: string) => `http://${host.replace(/localhost$/u, settings.baseDomain)}:${port}`;
  if (settings.seed !== 'none') {
    say('Demo accounts, all with the password ' + demoPassword + ':');
    for (const account of demoAccounts) say(`  ${at(account.host).padEnd(40)} ${account.email}`);
  }
  say(`${product.name} is ready at ${at('localhost')}`);
}

async function main(): Promise<void> {
  const closing = new Closing();
  const drain = new Drain();
  let stopping = false;
  let drainFor = 0;
  const end = async (signal: NodeJS.Signals) => {
    // A supervisor stops one server of several. A person at the terminal waits for this one.
    if (signal === 'SIGTERM' && drainFor > 0)
      await drain.begin({ serve: drainFor, streams: streamsEndWithin });
    await closing.close();
  };
  const stop = (signal: NodeJS.Signals) => {
    // A second Ctrl-C while closing must not cut the database off in the middle.
    if (stopping) return;
    stopping = true;
    end(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explainFailure(error)}\n`);
        process.exit(1);
      },
    );
  };
  /** Says why in one line and ends with 1. What does not close in time is left. */
  const fail = (error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), closeWithin).unref();
    closing.close().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  };
  // Node would print all that is on the error, such as a row that PostgreSQL quotes.
  process.on('uncaughtException', fail);
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  try {
    const settings = readSettings(process.env, root);
    const installation = await openInstallation(settings, { root, closing, say, onDatabaseLost: fail });
    await seedWhenEmpty(settings, installation);
    const texts = await readTexts(path.join(root, 'server/modules/content/pages'));
    await putTexts(installation.database, texts, systemClock.now());
    const port = await listen(settings, installation, { closing, drain });
    greet(settings, port);
    drainFor = settings.drain;
  } catch (error) {
    if (!stopping) await closing.close();
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  }
}

await main();
