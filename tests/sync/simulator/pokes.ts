import { headers } from '#contract/kit/http.ts';
import type { Poke, Scope } from '#contract/sync/sync.schema.ts';
import { outlast, type TestTime } from '#tests/support/sync-environment.ts';
import type { SimulatedWorld } from './world.ts';
import type { Player } from './world-rows.ts';

/**
 * What happens to one poke on its way:
 * - `lost`: it never arrives, though its stream goes on; `late`: seconds later; `doubled`: two times;
 * - `cut`: the stream breaks; `silent`: nothing is heard of the stream any more, and nobody says so.
 */
export const pokeFates = ['lost', 'late', 'doubled', 'cut', 'silent'] as const;
export type PokeFate = (typeof pokeFates)[number];

/** Milliseconds between two signs of life of a stream, as the server gives them. */
const heartbeat = 20_000;
/** Milliseconds after which a poke comes that is late. */
const lateness = 8000;

/** What a tablet's network does to its streams. */
export interface PokeRoad {
  readonly isDown: boolean;
  /** For the pokes to come, oldest first. */
  pokeFates: PokeFate[];
}

/**
 * The server's end of the streams. What it says follows from the versions in the real database, and is said when something
 * was written, in the history's own time: the real one listens to PostgreSQL, whose notices come when they come.
 */
export class PokeFeed {
  readonly #world: SimulatedWorld;
  readonly #time: TestTime;
  readonly #streams = new Set<PokeStream>();

  constructor(world: SimulatedWorld, time: TestTime) {
    this.#world = world;
    this.#time = time;
  }

  /** @throws TypeError where there is no network, as `fetch` does */
  async open(request: Request, road: PokeRoad): Promise<Response> {
    const token = request.headers.get('authorization')?.slice('Bearer '.length);
    const player = this.#world.players.find(({ caller }) => caller.access === token);
    if (road.isDown || !player) throw new TypeError('Failed to fetch');
    const stream = new PokeStream(player, road, this.#time, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    await this.look();
    return new Response(stream.body, {
      headers: {
        'content-type': 'text/event-stream',
        [headers.product]: '1',
        [headers.requestId]: request.headers.get(headers.requestId) ?? '',
      },
    });
  }

  /** Tells everybody who listens of each scope of theirs that has risen. */
  async look(): Promise<void> {
    if (this.#streams.size === 0) return;
    const versions = await outlast(this.#world.versions());
    for (const stream of this.#streams) stream.tell(versions);
  }
}

class PokeStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #player: Player;
  readonly #road: PokeRoad;
  readonly #time: TestTime;
  readonly #told = new Map<Scope, number>();
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #isSilent = false;

  constructor(player: Player, road: PokeRoad, time: TestTime, onEnd: () => void) {
    this.#player = player;
    this.#road = road;
    this.#time = time;
    this.#onEnd = onEnd;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#end(),
    });
    this.#beat();
  }

  tell(versions: ReadonlyMap<Scope, number>): void {
    for (const scope of this.#player.scopes) {
      const version = versions.get(scope) ?? 0;
      if (this.#told.get(scope) === version) continue;
      this.#told.set(scope, version);
      this.#poke({ scope, version }, this.#road.pokeFates.shift());
    }
  }

  #poke(poke: Poke, fate: PokeFate | undefined): void {
    const text = `data: ${JSON.stringify(poke)}\n\n`;
    if (fate === 'cut') this.#break();
    else if (fate === 'silent') this.#isSilent = true;
    else if (fate === 'late') this.#time.setTimer(() => this.#say(text), lateness);
    else if (fate !== 'lost') this.#say(fate === 'doubled' ? text + text : text);
  }

  #beat(): void {
    this.#time.setTimer(() => {
      this.#say(':\n\n');
      if (this.#controller) this.#beat();
    }, heartbeat);
  }

  /** What is said while the network is down is not heard, and the stream does not know it. */
  #say(text: string): void {
    if (this.#isSilent || this.#road.isDown) return;
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  #break(): void {
    this.#controller?.error(new TypeError('network error'));
    this.#end();
  }

  #end(): void {
    this.#controller = null;
    this.#onEnd();
  }
}
