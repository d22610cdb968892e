/** Every word that people type begins so. Long enough that no sealed bytes look like it by chance. */
export const typedMark = 'Qzvwkxj';

/** What a change does to one field of a row that a screen shows, such as a child's `name`. */
export interface Effect {
  readonly row: string;
  readonly field: string;
  readonly value: string | boolean;
}

/** What somebody wanted, whether it was saved or not. */
export interface Intent {
  readonly device: number;
  readonly player: number;
  /** Of the endpoint. */
  readonly name: string;
  readonly input: string;
  readonly effects: readonly Effect[];
  /** Ids of the pictures and recordings that go before it. */
  readonly pictures: readonly string[];
  /** In the history's own count of moments. */
  startedAt: number;
}

/** When a change was begun and when it was saved, in the history's own count of moments. */
export interface Moments {
  readonly startedAt: number;
  readonly savedAt: number;
}

/** A change that was saved: the screen said so. */
export interface Made extends Intent {
  readonly mutation_id: string;
  savedAt: number;
  /** Where it stood before its person tried it again under its id: a copy of then may be the one that is decided. */
  before: readonly Moments[];
  /** How its person ended it, or what took its place. */
  end: 'discarded' | 'folded' | 'renewed' | null;
}

export const placeOf = ({ row, field }: Pick<Effect, 'row' | 'field'>) => `${row} ${field}`;

/** What two calls do that became one: of each place the later word counts, and what only the earlier one said stands. */
export function withEarlier(earlier: readonly Effect[], later: readonly Effect[]): readonly Effect[] {
  const said = new Set(later.map(placeOf));
  return [...earlier.filter((effect) => !said.has(placeOf(effect))), ...later];
}

/** All that people did in a history, and whatever law was broken. */
export class Journal {
  readonly #made = new Map<string, Made>();
  /** Of which nobody heard how they ended, because the tab went: they may have effect or not. */
  readonly unheard: Intent[] = [];
  /** What is being saved at this moment, or decided: its id is not known yet. */
  underWay: readonly Intent[] | 'a decision' = [];
  /** Fields of rows that somebody without a tablet changed. */
  readonly elsewhere = new Set<string>();
  /** Ids of pictures and recordings that were refused at some time: words go without them. */
  readonly refusedPictures = new Set<string>();
  /** Ids of those that their person gave up. */
  readonly picturesGivenUp = new Set<string>();
  readonly violations: string[] = [];
  #moment = 0;

  moment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** `law`: the number that ARCHITECTURE.md of the offline core gives it. */
  violate(law: number, text: string): void {
    const violation = `law ${law}: ${text}`;
    if (!this.violations.includes(violation)) this.violations.push(violation);
  }

  note(made: Made): void {
    this.#made.set(made.mutation_id, made);
  }

  has(mutationId: string): boolean {
    return this.#made.has(mutationId);
  }

  knows(mutationId: string): boolean {
    return this.made.some((each) => each.mutation_id === mutationId);
  }

  find(mutationId: string): Made | undefined {
    return this.#made.get(mutationId);
  }

  /** In the order in which they were saved. */
  get made(): readonly Made[] {
    return [...this.#made.values()];
  }
}
