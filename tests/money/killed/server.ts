import type { AddressInfo } from 'node:net';
import type { KyselyPlugin } from 'kysely';
import { createApp } from '#server/app.ts';
import { createProviders } from '#server/modules/providers/providers.ts';
import type { Provider } from '#server/modules/providers/provider.ts';
import { openDatabase } from '#server/platform/database.ts';
import { folderTransport } from '#server/platform/mail.ts';
import { SecretKey } from '#server/platform/secret-key.ts';
import type { PaymentSettings } from '#server/platform/payment-settings.ts';
import type { KillGate } from './gates.ts';

/*
 * The server as a process of its own, which is killed at the gate that it is told. Its providers are outside, as in life.
 */

export interface KilledServerOptions {
  databaseUrl: string;
  payments: PaymentSettings;
  mailbox: string;
  /** Milliseconds by which its clock is ahead: work of a dead server is taken up after a while. */
  ahead: number;
}

const options = JSON.parse(process.env['KILLED_SERVER'] ?? '') as KilledServerOptions;
const { ahead } = options;
let gate: KillGate | null = null;
const clock = { now: () => new Date(Date.now() + ahead) };

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal has no handler: nothing runs any more.
  for (;;);
}

async function round<Result>(
  what: 'begin' | 'capture' | 'refund',
  run: () => Promise<Result>,
): Promise<Result> {
  if (gate === `before ${what}`) die();
  const result = await run();
  if (gate === `after ${what}`) die();
  return result;
}

function mortal(provider: Provider): Provider {
  const { capture } = provider;
  return {
    ...provider,
    begin: (payment) => round('begin', () => provider.begin(payment)),
    ...(capture && { capture: (at) => round('capture', () => capture(at)) }),
    refund: (at, refund) => round('refund', () => provider.refund(at, refund)),
  };
}

/** The document of an order is the last thing that is written when it is paid. */
let isDocumentWritten = false;
const dyingRoundCommit: KyselyPlugin = {
  transformQuery({ node }) {
    // The first statement after the transaction: its commit was answered.
    if (gate === 'after commit' && isDocumentWritten) die();
    if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"documents"')) {
      if (gate === 'before commit') die();
      isDocumentWritten = true;
    }
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const database = openDatabase(options.databaseUrl, { connections: 8 }).withPlugin(dyingRoundCommit);
const { mode, bankDetails } = options.payments;
const offered = createProviders(options.payments, { clock });
const providers = new Map([...offered].map(([name, provider]) => [name, mortal(provider)]));
const app = await createApp({
  database,
  databaseUrl: options.databaseUrl,
  secretKey: new SecretKey(Buffer.alloc(32, 7)),
  baseDomain: 'localhost',
  trustProxy: false,
  clock,
  webRoot: null,
  payments: { mode, providers, bankDetails },
  mail: { transport: folderTransport(options.mailbox, () => undefined), from: 'no-reply@quillshelf.test' },
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.on('message', (told: { gate: KillGate }) => {
  gate = told.gate;
  isDocumentWritten = false;
  process.send?.(told);
});
process.send?.({ port: (app.server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit(0));
