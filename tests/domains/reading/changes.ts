import { reactionNames } from '#contract/works/reactions.schema.ts';
import { isFurther } from '#contract/works/reading.rules.ts';
import { readerSteps, usualSettings } from '#contract/works/reading.schema.ts';
import {
  chooseInput,
  chooseSettings,
  markInput,
  markPart,
  reachInput,
  reachPart,
  react,
  reactInput,
} from '#src/document/reading.mutations.ts';
import { change, type Generator, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  [reachPart.endpoint.name]: ({ works }, { which, value }) => {
    const work = pick(works, which);
    if (!work) return null;
    const progress = { round: 1 + (value % 2), reached: 1 + (which % 5) };
    return change(reachPart, reachInput(work.id, progress), [
      { row: work.id, field: `read ${progress.round} ${progress.reached}`, value: true },
    ]);
  },
  [markPart.endpoint.name]: ({ works, chapters }, { which, value }) => {
    const work = pick(works, which);
    const chapter = work && pick(chapters, value);
    if (!work || !chapter) return null;
    const isSet = value % 3 > 0;
    return change(markPart, markInput(work.id, chapter.id, isSet), [
      { row: work.id, field: `bookmark ${chapter.id}`, value: isSet },
    ]);
  },
  [react.endpoint.name]: ({ shelf, profile: [person] }, { which, value }) => {
    const work = pick(shelf, which);
    if (!person || work === undefined) return null;
    const reaction = pick([...reactionNames, null], value) ?? null;
    return change(react, reactInput(work, reaction), [
      { row: work, field: `said by ${person.id}`, value: reaction ?? false },
    ]);
  },
  [chooseSettings.endpoint.name]: ({ profile: [person] }, { which }) => {
    if (!person) return null;
    const size = which % readerSteps.size;
    return change(chooseSettings, chooseInput({ ...usualSettings, size }), [
      { row: person.id, field: 'letters', value: String(size) },
    ]);
  },
};

export const fields = /^(?:letters$|read |bookmark |said by )/u;

/** What a reader sees of an effect; undefined where it is none on reading, or the work was never read. */
function shownToReader(
  { reading, reader_settings }: Screen,
  { row, field }: Effect,
): string | boolean | undefined {
  if (field === 'letters') {
    const size = reader_settings.find(({ id }) => id === row)?.settings['size'];
    return typeof size === 'number' ? String(size) : undefined;
  }
  const read = reading.find(({ id }) => id === row);
  if (!read) return undefined;
  const [what, first = '', second = ''] = field.split(' ');
  if (what === 'bookmark') return read.bookmarks.includes(first);
  return !isFurther({ round: Number(first), reached: Number(second) }, read);
}

/** What the person on the screen said of a work; undefined where somebody else did. */
function shownToSpeaker({ reading, profile }: Screen, { row, field }: Effect): string | boolean | undefined {
  if (!profile.some(({ id }) => field === `said by ${id}`)) return undefined;
  return reading.find(({ id }) => id === row)?.reaction ?? false;
}

export function shownAt(screen: Screen, effect: Effect): string | boolean | undefined {
  return effect.field.startsWith('said by ') ? shownToSpeaker(screen, effect) : shownToReader(screen, effect);
}
