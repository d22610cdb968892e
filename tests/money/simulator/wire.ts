import {
  ProviderUnavailableError,
  type PaymentAt,
  type Provider,
  type Seen,
} from '#server/modules/providers/provider.ts';
import type { Mortal } from './mortal.ts';

export const wireCalls = ['begin', 'look', 'capture', 'close', 'refund'] as const;
export type WireCall = (typeof wireCalls)[number];

/** `error`: nothing was done. `lost`: all was done, and the answer is lost. `stale`: a look that tells what the one before told. */
export const wireFaults = ['error', 'lost', 'stale'] as const;
export type WireFault = (typeof wireFaults)[number];

/** The line between the server and one provider. */
export class Wire {
  isDown = false;
  #planned: { call: WireCall; fault: WireFault }[] = [];
  readonly #lastSeen = new Map<string, Seen>();

  plan(call: WireCall, fault: WireFault): void {
    this.#planned.push({ call, fault });
  }

  mend(): void {
    this.isDown = false;
    this.#planned = [];
  }

  #take(call: WireCall): WireFault | null {
    const place = this.#planned.findIndex((each) => each.call === call);
    return place === -1 ? null : (this.#planned.splice(place, 1)[0]?.fault ?? null);
  }

  /** The provider at the end of this line. The server can die before each call and after it. */
  reach(provider: Provider, mortal: Mortal): Provider {
    const through = async <Result>(call: WireCall, run: () => Promise<Result>): Promise<Result> => {
      mortal.step();
      const fault = this.#take(call);
      if (this.isDown || fault === 'error') throw new ProviderUnavailableError('The line is down');
      const result = await run();
      mortal.step();
      if (fault === 'lost') throw new ProviderUnavailableError('The answer was lost');
      return result;
    };
    const look = async (at: PaymentAt): Promise<Seen> => {
      const before = this.#lastSeen.get(at.reference);
      if (before && this.#planned.some((each) => each.call === 'look' && each.fault === 'stale'))
        return await through('look', () => Promise.resolve(before));
      const seen = await through('look', () => provider.look(at));
      this.#lastSeen.set(at.reference, seen);
      return seen;
    };
    return {
      name: provider.name,
      is_test: provider.is_test,
      refusal: provider.refusal,
      begin: (payment) => through('begin', () => provider.begin(payment)),
      look,
      ...(provider.capture && {
        capture: (at: PaymentAt) => through('capture', () => provider.capture?.(at) ?? Promise.resolve()),
      }),
      ...(provider.close && {
        close: (at: PaymentAt) => through('close', () => provider.close?.(at) ?? Promise.resolve()),
      }),
      refund: (at, refund) => through('refund', () => provider.refund(at, refund)),
      event: (body, headers) => provider.event(body, headers),
      ...(provider.find && {
        find: async (ref: string) => {
          if (this.isDown) throw new ProviderUnavailableError('The line is down');
          return (await provider.find?.(ref)) ?? null;
        },
      }),
    };
  }
}
