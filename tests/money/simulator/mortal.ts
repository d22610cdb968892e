import type { KyselyPlugin } from 'kysely';

/** The server process is gone: whatever was under way in it ends here. */
export class DiedError extends Error {
  override readonly name = 'DiedError';

  constructor() {
    super('The server died');
  }
}

/**
 * Between a server and what it asks: each statement and each call of a provider is an edge at which it can die. A dead server
 * asks nothing more, so its open transactions are rolled back, and nothing in it can react.
 */
export class Mortal {
  isDead = false;
  #edgesLeft: number | null = null;

  /** An edge is passed. @throws DiedError */
  readonly step = (): void => {
    if (!this.isDead && this.#edgesLeft !== null) {
      this.isDead = this.#edgesLeft === 0;
      this.#edgesLeft -= 1;
    }
    if (this.isDead) throw new DiedError();
  };

  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      this.step();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };

  dieIn(edges: number): void {
    this.#edgesLeft = edges;
  }

  revive(): void {
    this.isDead = false;
    this.#edgesLeft = null;
  }
}
