import { randomBytes } from 'node:crypto';
import { createProviders, type PaymentOptions } from '#server/modules/providers/providers.ts';
import type {
  BegunPayment,
  PaymentAt,
  PaymentToBegin,
  Provider,
  ProviderEvent,
} from '#server/modules/providers/provider.ts';
import type { Delivery } from '#server/sandbox/deliveries.ts';
import type { Peer, PeerName } from '#server/sandbox/peer.ts';
import { openSandbox, type Sandbox } from '#server/sandbox/sandbox.ts';
import { TestClock } from './test-clock.ts';

/** Milliseconds that a provider of a test gets where it is to give no answer. */
const shortPatience = 700;

export const shopOrigin = 'http://greenfield.localhost:8080';

/** Practice providers and our own clients of them. Events are collected, and sent by nobody. */
export interface PracticeMoney {
  clock: TestClock;
  /** All of them, and bank transfer. */
  payments: PaymentOptions;
  sandbox: Sandbox;
  /** All that was delivered, oldest first. */
  delivered: Delivery[];
  provider(name: PeerName): Provider;
  /** The same provider with a short patience, for calls that are never answered. */
  hasty(name: PeerName): Provider;
  peer(name: PeerName): Peer;
  begin(name: PeerName, change?: Partial<PaymentToBegin>): Promise<PracticeOrder>;
  /** What our client makes of all events that wait, in their order. */
  events(name: PeerName): Promise<ProviderEvent[]>;
  close(): Promise<void>;
}

export interface PracticeOrder extends BegunPayment {
  asked: PaymentToBegin;
  at: PaymentAt;
}

export async function openPracticeMoney(
  folder: string | null = null,
  clock = new TestClock(),
): Promise<PracticeMoney> {
  const delivered: Delivery[] = [];
  const sandbox = await openSandbox({
    folder,
    clock,
    automatic: false,
    deliver: (delivery) => {
      delivered.push(delivery);
      return Promise.resolve(200);
    },
  });
  const settings = { mode: 'sandbox', ...sandbox.keys, bankDetails: 'Practice Bank' } as const;
  const usual = createProviders(settings, { clock });
  const short = createProviders(settings, { clock, patience: shortPatience });

  const of = (providers: typeof usual, name: PeerName): Provider => {
    const provider = providers.get(name);
    if (!provider) throw new Error(`${name} is not offered`);
    return provider;
  };

  return {
    clock,
    payments: { mode: 'sandbox', providers: usual, bankDetails: settings.bankDetails },
    sandbox,
    delivered,
    provider: (name) => of(usual, name),
    hasty: (name) => of(short, name),
    peer: (name) => sandbox.peers[name],
    async begin(name, change = {}) {
      const asked = { ...orderFor(name, clock.now()), ...change };
      const begun = await of(usual, name).begin(asked);
      const at = { reference: asked.reference, provider_ref: begun.provider_ref, refund_ids: [] };
      return { ...begun, asked, at };
    },
    async events(name) {
      const from = delivered.length;
      await sandbox.peers[name].deliveries.flush();
      return await Promise.all(
        delivered.slice(from).map(({ body, headers }) => of(usual, name).event(Buffer.from(body), headers)),
      );
    },
    close: () => sandbox.close(),
  };
}

let orders = 0;

export function orderFor(name: PeerName, begun_at: Date): PaymentToBegin {
  orders += 1;
  return {
    reference: randomBytes(32).toString('base64url'),
    begun_at,
    money: { amount: 1250, currency: name === 'phonepe' ? 'INR' : 'EUR' },
    invoice: `GRN-${String(orders).padStart(5, '0')}-1`,
    description: 'Books from Greenfield Primary School',
    buyer_email: 'buyer@example.org',
    success_url: `${shopOrigin}/${name}-payment/success?order=1`,
    cancel_url: `${shopOrigin}/${name}-payment/cancel?order=1`,
  };
}
