import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { saveChapter } from '#src/desk/writing.mutations.ts';
import { queuedCalls } from '../../support/sync-device.ts';
import type { Intent, Journal, Made } from './journal.ts';
import type { Answered } from './network.ts';
import type { Arrived, Decided, Player } from './world-rows.ts';

/** A history when peace has come: what was wanted, what the server did, and what its owners can see of the rest. */
export interface Ending {
  readonly journal: Journal;
  readonly players: readonly Player[];
  /** In the server's order. */
  readonly decisions: readonly Decided[];
  readonly answers: readonly Answered[];
  /** The pictures and recordings that came to the server. */
  readonly arrivals: readonly Arrived[];
  /** All chapters that their authors have before them. */
  readonly chapters: readonly OwnChapter[];
  /** The calls that the tablets still list, and those that lie in their storage. */
  readonly listed: ReadonlySet<string>;
  readonly stored: ReadonlySet<string>;
  /** The pictures and recordings that lie there. */
  readonly pictures: ReadonlySet<string>;
  /** First names that more than one child has, of those that nobody types twice. */
  readonly wordsTwice: readonly string[];
}

const inWords = ({ name, effects, device, player }: Intent) =>
  `${name} (${effects.map(({ field, value }) => `${field} ${value}`).join(', ')}) of player ${player} on tablet ${device}`;

/** Law 1, durable: what was saved, pictures too, came to the server, or lies on the tablet, or was ended by its person. */
export function law1Durable({ journal, decisions, stored, arrivals, pictures }: Ending): void {
  const decided = new Set(decisions.map((each) => each.mutation_id));
  for (const made of journal.made) {
    if (made.end !== null || decided.has(made.mutation_id) || stored.has(made.mutation_id)) continue;
    if (!mayHaveGoneInto(journal.unheard, made)) journal.violate(1, `${inWords(made)} is nowhere`);
  }
  const somewhere = new Set([...pictures, ...arrivals.map(({ id }) => id), ...journal.picturesGivenUp]);
  for (const made of journal.made) {
    if (made.end === null && !made.pictures.every((id) => somewhere.has(id)))
      journal.violate(1, `a picture of ${inWords(made)} is nowhere`);
  }
  for (const { id, isWhole } of arrivals)
    if (!isWhole) journal.violate(1, `the picture ${id} came otherwise than it was made`);
}

/** The body of a saved chapter, as far as versions go. */
interface SavedVersion {
  readonly version: string;
  readonly based_on: string | null;
  readonly settles?: readonly string[];
}

/**
 * Law 1 of words: each version that the server took is the chapter, or is offered beside it, until somebody who saw it went on
 * from it or decided otherwise. A chapter that its author took out shows none.
 */
export function law1NoWordsLost({ journal, decisions, answers, chapters }: Ending): void {
  const applied = new Set(decisions.flatMap((each) => (each.applied ? [each.mutation_id] : [])));
  const saved = new Map<string, { chapterId: string; body: SavedVersion }>();
  for (const { call } of answers) {
    if (call.name !== saveChapter.endpoint.name || !applied.has(call.mutation_id)) continue;
    const { params, body } = call.input as { params: { chapterId: string }; body: SavedVersion };
    saved.set(body.version, { chapterId: params.chapterId, body });
  }
  const seen = new Set(
    [...saved.values()].flatMap(({ body: { based_on, settles = [] } }) => [based_on, ...settles]),
  );
  const byId = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  for (const [version, { chapterId }] of saved) {
    const chapter = byId.get(chapterId);
    if (!chapter || seen.has(version)) continue;
    const offered = [chapter, ...chapter.others].map((each) => each.version);
    if (!offered.includes(version))
      journal.violate(1, `the version ${version} of the chapter ${chapterId} is shown nowhere`);
  }
}

/** Whether a call may have been joined with one of these, of which nobody knows what became of them. */
export function mayHaveGoneInto(intents: readonly Intent[], made: Made): boolean {
  return intents.some(
    (intent) =>
      intent.name === made.name &&
      intent.device === made.device &&
      intent.player === made.player &&
      intent.startedAt > made.savedAt &&
      isJoinedWith(made, intent),
  );
}

/** As the outbox joins calls: they concern the same rows, and one can say what both do. */
function isJoinedWith(earlier: Intent, later: Intent): boolean {
  const definition = definitionOf(later);
  const [before, after] = [earlier, later].map(({ input }) => JSON.parse(input) as never);
  const touched = new Set(definition?.touches?.(before as never));
  const concernsTheSame = (definition?.touches?.(after as never) ?? []).some((row) => touched.has(row));
  return concernsTheSame && (foldOf(later)?.(before, after) ?? null) !== null;
}

const definitionOf = ({ name }: Intent) => queuedCalls.find(({ endpoint }) => endpoint.name === name);

const foldOf = (intent: Intent) =>
  definitionOf(intent)?.fold as ((earlier: unknown, later: unknown) => unknown) | undefined;

/** Law 2, once: no call takes effect twice, none has two ends, no child is there twice, and nothing happens unwanted. */
export function law2Once(ending: Ending): void {
  const { journal, decisions, answers, wordsTwice } = ending;
  const times = new Map<string, number>();
  for (const { mutation_id } of decisions) times.set(mutation_id, (times.get(mutation_id) ?? 0) + 1);
  for (const [id, count] of times) {
    if (count > 1) journal.violate(2, `${count} decisions on ${nameOf(journal, id)}`);
  }
  const ends = new Map<string, string>();
  for (const { call, result } of answers) {
    if (result.outcome !== 'applied' && result.outcome !== 'refused') continue;
    const before = ends.get(call.mutation_id) ?? result.outcome;
    ends.set(call.mutation_id, result.outcome);
    if (before !== result.outcome)
      journal.violate(2, `${nameOf(journal, call.mutation_id)} was ${before} and then ${result.outcome}`);
  }
  refuseStrangers(ending);
  for (const { mutation_id, applied } of decisions) {
    const made = journal.find(mutation_id);
    if (applied && (made?.end === 'renewed' || made?.end === 'folded'))
      journal.violate(2, `${inWords(made)} took effect, and so did what took its place`);
  }
  for (const word of wordsTwice) journal.violate(2, `two children go by ${word}`);
}

const nameOf = (journal: Journal, id: string) => {
  const made = journal.find(id);
  return made ? inWords(made) : id;
};

/** What may stand in a call of which nobody heard any more: its input, by itself or joined with those that waited before it. */
function inputsOf(unheard: Intent, { made }: Journal): ReadonlySet<string> {
  const fold = foldOf(unheard);
  const inputs = new Set([unheard.input]);
  if (!fold) return inputs;
  const before = made
    .filter(
      ({ name, device, player }) =>
        name === unheard.name && device === unheard.device && player === unheard.player,
    )
    .map(({ input }) => JSON.parse(input) as unknown);
  for (const start of before.keys()) {
    let joined: unknown = null;
    for (const input of before.slice(start)) {
      // One that cannot be joined begins a call of its own.
      joined = joined === null ? input : (fold(joined, input) ?? input);
      const withUnheard = fold(joined, JSON.parse(unheard.input));
      if (withUnheard !== null) inputs.add(JSON.stringify(withUnheard));
    }
  }
  return inputs;
}

/** What the server did, somebody made; at most once what somebody made of which nobody heard any more. */
function refuseStrangers({ journal, decisions, answers }: Ending): void {
  const unheard = journal.unheard.map((intent) => ({ name: intent.name, inputs: inputsOf(intent, journal) }));
  const callsById = new Map(answers.map(({ call }) => [call.mutation_id, call]));
  for (const { mutation_id, applied } of decisions) {
    if (journal.has(mutation_id)) continue;
    const call = callsById.get(mutation_id);
    const at = unheard.findIndex(
      ({ name, inputs }) => name === call?.name && inputs.has(JSON.stringify(call.input)),
    );
    if (at < 0)
      journal.violate(2, `nobody made ${call?.name ?? 'a call'} ${mutation_id}, and it was decided`);
    // One that was refused may have been tried again, under another id.
    else if (applied) unheard.splice(at, 1);
  }
}

/** Law 3, in order: of two changes of a person on a tablet, the one that was saved before the other was made comes first. */
export function law3InOrder({ journal, decisions }: Ending): void {
  const place = new Map<string, number>();
  for (const [at, { mutation_id }] of decisions.entries())
    if (!place.has(mutation_id)) place.set(mutation_id, at);
  for (const later of journal.made) {
    const laterPlace = place.get(later.mutation_id);
    if (laterPlace === undefined) continue;
    for (const earlier of journal.made) {
      const earlierPlace = place.get(earlier.mutation_id);
      if (earlierPlace === undefined || earlierPlace < laterPlace || !isBefore(earlier, later)) continue;
      if (earlier.device === later.device && earlier.player === later.player)
        journal.violate(3, `${inWords(later)} overtook ${inWords(earlier)}`);
    }
  }
}

/** Law 3 of pictures: the server has what words show before it has the words, unless it was refused. */
export function law3PicturesFirst({ journal, decisions, arrivals }: Ending): void {
  const cameAt = new Map(arrivals.map(({ id, place }) => [id, place]));
  for (const { mutation_id, applied, place } of decisions) {
    const made = applied ? journal.find(mutation_id) : undefined;
    for (const id of made?.pictures ?? []) {
      const isLate = (cameAt.get(id) ?? Number.POSITIVE_INFINITY) > place;
      if (made && isLate && !journal.refusedPictures.has(id))
        journal.violate(3, `${inWords(made)} overtook its picture`);
    }
  }
}

/** Whether one was saved before the other was begun, wherever they stood. */
const isBefore = (earlier: Made, later: Made) =>
  [earlier, ...earlier.before].every(({ savedAt }) =>
    [later, ...later.before].every(({ startedAt }) => savedAt < startedAt),
  );

/** Law 5, isolated: nobody's change is sent as another's. */
export function law5SentAsItsMaker({ journal, players, answers }: Ending): void {
  for (const { user_id, call } of answers) {
    const made = journal.find(call.mutation_id);
    const maker = made && players[made.player]?.id;
    if (made && maker !== user_id) journal.violate(5, `${inWords(made)} was sent as another`);
  }
}

/** Law 6, visible end: what was refused is on its owner's list until they end it, and so is all that is stored. */
export function law6VisibleEnd({ journal, decisions, listed, stored }: Ending): void {
  for (const { mutation_id, applied } of decisions) {
    const made = journal.find(mutation_id);
    if (made?.end === null && !applied && !listed.has(mutation_id))
      journal.violate(6, `${inWords(made)} was refused and nobody can see it`);
  }
  for (const id of stored) {
    if (!listed.has(id)) journal.violate(6, `${nameOf(journal, id)} is stored and nobody can see it`);
  }
}
