import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { askedDays, type WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { isAwaited } from './use-watch-item.ts';
import { nameOfWatched } from './watch.words.ts';

export type Decision = 'keep' | 'ask' | 'takeDown' | 'leaveDown' | 'reinstate';

/** What a decision does, said before it is taken: for whom, how many, and if it can be undone (law 9). */
interface DecisionWords {
  title: string;
  question: string;
  label: string;
  /** Who reads the words. */
  reader: string;
  missing: string;
  submitLabel: string;
  done: string;
  danger: boolean;
}

export const callOf = {
  keep: monitoringEndpoints.keep,
  ask: monitoringEndpoints.ask,
  takeDown: monitoringEndpoints.takeDown,
  leaveDown: monitoringEndpoints.takeDown,
  reinstate: monitoringEndpoints.reinstate,
} as const satisfies Record<Decision, unknown>;

const kept = 'It is kept with the decision.';
const why = 'Please say why';

function takingDown({ author, copies, school_name }: WatchItem, name: string): string {
  const left = copies.kept - copies.gone;
  return [
    `Take “${name}” off every shelf and every tablet?`,
    ...(author === 'child' ? ['The child reads your words.'] : []),
    ...(author === 'adult' ? ['Its author reads your words.'] : []),
    ...(left > 0
      ? [
          `${counted(left, 'copy', 'copies')} on tablets ${left === 1 ? 'goes' : 'go'} when they next have a network.`,
        ]
      : []),
    `You can reinstate it later. ${school_name} cannot, but can ask for it back once.`,
  ].join(' ');
}

export function decisionWords(decision: Decision, item: WatchItem): DecisionWords {
  const { school_name, reports } = item;
  const name = nameOfWatched(item, item.text?.title);
  switch (decision) {
    case 'keep':
      return {
        title: 'Keep',
        question:
          reports.length > 0
            ? `“${name}” stays as it is for all its readers. ${counted(reports.length, 'report')} ${reports.length === 1 ? 'is' : 'are'} done, and readers who reported it are told that it stays. You can decide again later.`
            : `“${name}” stays as it is for all its readers, and leaves the queue until something changes. You can decide again later.`,
        label: 'Why it stays',
        reader: kept,
        missing: why,
        submitLabel: 'Keep',
        done: 'It stays as it is.',
        danger: false,
      };
    case 'ask':
      return {
        title: 'Ask the school',
        question: `${school_name} has ${askedDays} days to answer; meanwhile “${name}” stays as it is. If nobody answers, it comes back on top of the queue.`,
        label: 'Your question',
        reader: `${school_name} reads it under Reports. The author and the readers do not.`,
        missing: 'Please write what you ask the school',
        submitLabel: 'Ask the school',
        done: `${school_name} is asked.`,
        danger: false,
      };
    case 'takeDown':
      return {
        title: 'Take down',
        question: takingDown(item, name),
        label: 'A kind word that says why',
        reader: item.author === null ? kept : 'The author reads it, and not who reported it.',
        missing: 'Please write a kind word that says why',
        submitLabel: 'Take down',
        done: 'It is taken down.',
        danger: true,
      };
    case 'leaveDown':
      return {
        title: 'Leave it down',
        question: `“${name}” stays off every shelf. ${school_name} asked for it back and cannot ask again. You can still reinstate it later.`,
        label: 'Why it stays down',
        reader: kept,
        missing: why,
        submitLabel: 'Leave it down',
        done: 'It stays down.',
        danger: false,
      };
    case 'reinstate':
      return {
        title: 'Reinstate',
        question: `“${name}” goes back to the shelf of ${school_name}, for all who could read it before. If it was changed since, the school publishes it again first. You can take it down again.`,
        label: 'Why it comes back',
        reader: kept,
        missing: why,
        submitLabel: 'Reinstate',
        done: 'It is reinstated.',
        danger: false,
      };
  }
}

/** What can be decided about an item as it stands, the main one last. */
export function decisionsAbout(item: WatchItem): Decision[] {
  const { taken_down_by, state, work_state } = item;
  if (taken_down_by === 'school') return [];
  if (taken_down_by === 'platform') return isAwaited(item) ? ['leaveDown', 'reinstate'] : ['reinstate'];
  if (work_state !== 'published' && work_state !== 'withdrawn') return isAwaited(item) ? ['keep'] : [];
  const asking: Decision[] = state === 'asked' ? [] : ['ask'];
  return [...asking, 'takeDown', ...(isAwaited(item) ? (['keep'] as const) : [])];
}
