import type { api } from '#contract/api.ts';
import type { ApiWorld } from '../api-world.ts';
import type { MatrixCaller } from './callers.ts';
import type { CallerName, ChampionCaller, Outcome, UsualCaller } from './names.ts';
import type { SharedRows } from './rows.ts';

type Tree = typeof api;
type NameOf<Domain> =
  Domain extends Readonly<Record<string, { readonly name: infer Name extends string }>> ? Name : never;

/** What a cell's call is sent with. */
export interface CellInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** What each caller gets, in the order of the targets. */
export type WhoMay = Readonly<Record<UsualCaller, readonly Outcome[]>>;
export type ChampionCells = Readonly<Record<ChampionCaller, readonly Outcome[]>>;

export type Input<Rows = SharedRows> = (
  target: string,
  world: ApiWorld,
  rows: Rows,
  userId: string,
) => CellInput;

/** Who gets what of which target; the call itself is left out. */
export interface Cells {
  targets: readonly string[];
  cells: WhoMay;
}

/** A call whose cells are all said. */
export interface WholeCall<Rows = SharedRows> extends Cells {
  input: Input<Rows>;
}

/** What a domain says of one of its calls: where it differs from what is usual. */
export interface MatrixEntry<Rows = SharedRows> {
  /** Whom or what the call is about, in the order of the columns. Left out: one column, for the caller's own. */
  targets?: readonly string[];
  /** Left out: the call is sent with nothing. */
  input?: Input<Rows>;
  /** Callers left out are refused for their role, as `refusedByRole` says. */
  cells?: Partial<WhoMay>;
  /** Left out: `usualOfChampions` says what is usual. */
  champions?: ChampionCells;
}

/** The cells of a domain of the contract: an endpoint that is left out is an error of types. */
export type CellsOf<Domain extends keyof Tree, Rows = SharedRows> = Readonly<
  Record<NameOf<Tree[Domain]>, MatrixEntry<Rows>>
>;

/** What a file `tests/domains/<domain>/cells.ts` exports. */
export interface DomainOfMatrix {
  readonly cells: Readonly<Record<string, MatrixEntry<never>>>;
  /** What the cells of this domain are about and no other's, made once for each world. */
  readonly makeRows?: (
    world: ApiWorld,
    callers: readonly MatrixCaller[],
    shared: SharedRows,
  ) => Promise<object>;
}

/** An entry with all that is usual written out. */
export interface WholeEntry {
  readonly domain: string;
  readonly targets: readonly string[];
  readonly input: Input<never>;
  readonly cells: Readonly<Record<CallerName, readonly Outcome[]>>;
}
