import type { ProblemBody } from '#contract/kit/problem.ts';
import type { SealedVerdict, Secret } from './outbox-calls.ts';
import type { Sealed, Sealer } from './sealing.ts';
import type { Verdict } from './verdict.ts';

/** Seals and opens the words of queued calls and the reasons of refusals (law 5). */
export class CallSealer {
  readonly #sealer: Sealer;
  readonly #owner: { tenant_id: string; user_id: string };

  constructor(sealer: Sealer, owner: { tenant_id: string; user_id: string }) {
    this.#sealer = sealer;
    this.#owner = owner;
  }

  seal(mutationId: string, secret: Secret): Promise<Sealed> {
    return this.#sealer.seal(secret, this.#context(mutationId));
  }

  /** Seals the reasons of a verdict: they may hold both names of a conflict. */
  async sealVerdict(verdict: Verdict, clientId: string): Promise<SealedVerdict> {
    const sealed = await Promise.all(
      verdict.ended.map(async ({ mutation_id, problem }): Promise<[string, Sealed][]> => {
        if (!problem) return [];
        return [[mutation_id, await this.#sealer.seal(problem, this.#problemContext(mutation_id))]];
      }),
    );
    return { ...verdict, client_id: clientId, sealed_problems: new Map(sealed.flat()) };
  }

  /** @returns null if the device has another key or the record is damaged */
  async open(mutationId: string, sealed: Sealed): Promise<Secret | null> {
    // Without the key nothing is known of any call: that throws.
    await this.#sealer.ready();
    try {
      return (await this.#sealer.open(sealed, this.#context(mutationId))) as Secret;
    } catch {
      return null;
    }
  }

  /** @returns null if it does not open; the call is listed all the same */
  async openProblem(mutationId: string, sealed: Sealed): Promise<ProblemBody | null> {
    try {
      return (await this.#sealer.open(sealed, this.#problemContext(mutationId))) as ProblemBody;
    } catch {
      return null;
    }
  }

  #context(mutationId: string): string {
    return `outbox ${this.#owner.tenant_id} ${this.#owner.user_id} ${mutationId}`;
  }

  #problemContext(mutationId: string): string {
    return `problem ${this.#owner.tenant_id} ${this.#owner.user_id} ${mutationId}`;
  }
}
