import { request } from 'node:http';
import { apiPrefix } from '#contract/kit/http.ts';
import type { Deliver } from './deliveries.ts';
import { openPayPalPeer, payPalKeys } from './paypal-peer.ts';
import type { Peer, PeerName, PeerOptions } from './peer.ts';
import { openPhonePePeer, phonePeKeys } from './phonepe-peer.ts';
import { openStripePeer, stripeKeys } from './stripe-peer.ts';

/** Practice providers, each on a loopback port of its own. */
export interface Sandbox {
  readonly peers: Readonly<Record<PeerName, Peer>>;
  /** By what our own clients reach them. */
  readonly keys: {
    stripe: typeof stripeKeys & { baseUrl: string };
    paypal: typeof payPalKeys & { baseUrl: string };
    phonepe: typeof phonePeKeys & { baseUrl: string; authUrl: string };
  };
  close(): Promise<void>;
}

/**
 * Starts them. Their books are files in `folder`, for one server at a time; null keeps them in memory.
 * @throws Error where the books there cannot be read
 */
export async function openSandbox(options: PeerOptions): Promise<Sandbox> {
  const stripe = await openStripePeer(options);
  const paypal = await openPayPalPeer(options);
  const phonepe = await openPhonePePeer(options);
  const peers: Record<PeerName, Peer> = { stripe, paypal, phonepe };
  return {
    peers,
    keys: {
      stripe: { ...stripeKeys, baseUrl: stripe.url },
      paypal: { ...payPalKeys, baseUrl: paypal.url },
      phonepe: { ...phonePeKeys, baseUrl: phonepe.url, authUrl: phonepe.url },
    },
    async close() {
      for (const peer of Object.values(peers)) await peer.close();
    },
  };
}

/** Where events are posted on the way of all requests. */
export interface Shop {
  /** Address on this machine. */
  address: string;
  port: number;
  /** The host that it answers for, with its port. */
  host: string;
}

/** Posts events by HTTP. @param shop null as long as it is not there */
export function deliverByHttp(shop: () => Shop | null): Deliver {
  return ({ provider, body, headers }) => {
    const at = shop();
    if (at === null) return Promise.resolve(0);
    return new Promise((resolve) => {
      const sent = request(
        {
          host: at.address,
          port: at.port,
          path: `${apiPrefix}/payments/${provider}/events/`,
          method: 'POST',
          headers: { ...headers, host: at.host, 'content-length': Buffer.byteLength(body) },
          timeout: 10_000,
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
  };
}
