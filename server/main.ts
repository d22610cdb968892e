import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { product } from '#contract/kit/product.ts';
import { createApp, type AppOptions } from './app.ts';
import { Closing, explainFailure, openInstallation, StartError, type Installation } from './installation.ts';
import { putTexts } from './modules/content/put-texts.ts';
import { readTexts } from './modules/content/shipped-texts.ts';
import { readArticles } from './modules/help/articles.ts';
import { systemDomainRecords } from './platform/domain-records.ts';
import { createProviders } from './modules/payments/providers.ts';
import { systemClock } from './platform/clock.ts';
import { folderTransport, smtpTransport, type MailTransport } from './platform/mail.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { demoAccounts, demoPassword, isEmpty, seed } from './seeds/demo.ts';

// dist/server/main.js lies two folders below the project's root.
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds to close in, once the program cannot go on. */
const closeWithin = 10_000;

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

async function listen(settings: Settings, installation: Installation, closing: Closing): Promise<number> {
  const { opened, ...takesMoney } = await openPayments(settings, closing);
  const app = await createApp({
    database: installation.database,
    databaseUrl: installation.databaseUrl,
    panel: installation.panel,
    secretKey: installation.secretKey,
    baseDomain: settings.baseDomain,
    stagingHosts: settings.stagingHosts,
    trustProxy: settings.trustProxy,
    domainRecords: systemDomainRecords(),
    webRoot: path.join(root, 'dist/web'),
    articles: await readArticles(path.join(root, 'server/modules/help/articles')),
    mail: { transport: mailTransport(settings), from: settings.mailFrom },
    mailReturnsKey: settings.mailReturnsKey,
    publicUrl: settings.publicUrl,
    ...takesMoney,
    sweeps: true,
    countsTenants: true,
    worksOnTenants: true,
    ...(settings.backupDays !== null && { backupDays: settings.backupDays }),
  });
  closing.add(() => app.close());
  try {
    await app.listen({ port: settings.port, host: settings.host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${settings.port} on ${settings.host} is in use. Choose another with PORT.`);
    if (code === 'EACCES')
      throw new StartError(`Port ${settings.port} may not be opened by this user. Choose another with PORT.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${settings.host} is not an address of this machine.`);
    throw error;
  }
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
  let stopping = false;
  const stop = () => {
    // A second Ctrl-C while closing must not cut the database off in the middle.
    if (stopping) return;
    stopping = true;
    closing.close().then(
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
    const port = await listen(settings, installation, closing);
    greet(settings, port);
  } catch (error) {
    if (!stopping) await closing.close();
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  }
}

await main();
