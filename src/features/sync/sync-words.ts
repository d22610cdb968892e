import { themeInWords } from '#contract/classes/classes.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import type { ChangeItem, SyncStatus } from '#src/sync/replica-status.ts';
import { saySince } from '#src/ui/moments.ts';

export type SyncMood = 'safe' | 'busy' | 'waiting' | 'asking';

export interface SyncWords {
  mood: SyncMood;
  /** For a narrow navbar; it stands beside an icon. */
  short: string;
  text: string;
  /** The first sentence of the list of changes. */
  explanation: string;
}

const noNetwork: SyncWords = {
  mood: 'waiting',
  short: 'No network',
  text: 'No network',
  explanation: `${cannotBeReached} You can go on working: what you change is saved on this device and sent later.`,
};

const allSent: SyncWords = {
  mood: 'safe',
  short: 'All sent',
  text: 'All sent',
  explanation: 'Nothing is waiting: everything is saved at school.',
};

const checking: SyncWords = {
  mood: 'busy',
  short: 'Checking',
  text: 'Checking',
  explanation: 'Nothing is waiting on this device. The school is being asked for what is new.',
};

const words: Record<SyncStatus['state'], (status: SyncStatus) => SyncWords> = {
  all_sent: ({ reachable }) => {
    if (reachable === null) return checking;
    return reachable ? allSent : noNetwork;
  },
  looked_at: () => ({
    mood: 'safe',
    short: 'Answer',
    text: 'A teacher has answered',
    explanation: 'A teacher has looked at what was kept at school.',
  }),
  saved_here: () => ({
    mood: 'busy',
    short: 'Saved here',
    text: 'Saved here',
    explanation: 'Saved on this device. It is sent in a moment.',
  }),
  sending: ({ waiting }) => ({
    mood: 'busy',
    short: 'Sending',
    text: `Sending ${counted(waiting, 'change')}`,
    explanation: 'Saved on this device, and on its way to the school.',
  }),
  waiting_for_network: ({ waiting }) => ({
    mood: 'waiting',
    short: `${waiting} waiting`,
    text: `${waiting} waiting, no network`,
    explanation: 'Saved on this device. It is sent by itself as soon as the school can be reached.',
  }),
  waiting_for_sign_in: ({ waiting }) => ({
    mood: 'waiting',
    short: `${waiting} waiting`,
    text: `${waiting} waiting, sign in to send`,
    explanation: 'Saved on this device. It is sent when you have signed in again.',
  }),
  waiting_for_update: ({ waiting }) => ({
    mood: 'waiting',
    short: `${waiting} waiting`,
    text: `${waiting} waiting, update needed`,
    explanation:
      'Saved on this device. It is sent when this app has been updated: please close it and open it again.',
  }),
  needs_you: ({ refused }) => ({
    mood: 'asking',
    short: 'Needs you',
    text: refused === 1 ? '1 change needs you' : `${refused} changes need you`,
    explanation: 'The school did not accept everything. Please look at what is marked below.',
  }),
};

/** Where a person's work is, in words that need no explaining. */
export function syncWords(status: SyncStatus): SyncWords {
  return words[status.state](status);
}

const fates: Record<ChangeItem['state'], (since: string, problem: ChangeItem['problem']) => string> = {
  waiting: (since) => `waiting since ${since}`,
  applied: () => 'saved at school',
  refused: (_since, problem) => problem?.error ?? 'The school did not accept this change.',
  needs_update: (since) => `waiting since ${since} for an update of this app`,
  undecided: (_since, problem) =>
    problem?.error ?? 'The school could not take this change, though it was sent several times.',
  parked: () => 'kept at school until a teacher has looked at it',
  let_through: () => 'a teacher has looked at it, and it is saved at school',
  dismissed: () => 'a teacher has looked at it and decided against it',
  held: () => 'waits with the change that it builds on',
  unreadable: () => 'This device cannot read it any more, so it cannot be sent.',
};

/** What became of a change, as the rest of a sentence about it. */
export function changeFate({ state, queued_at, problem }: ChangeItem, now: Date): string {
  return fates[state](saySince(queued_at, now), problem);
}

/** True where two people changed the same thing, so that the question is whose change holds. */
export function isConflict({ problem }: ChangeItem): boolean {
  // Such codes, and no others, end alike: `students.name_changed_elsewhere`, `students.moved_elsewhere`.
  return problem?.code.endsWith('ed_elsewhere') === true;
}

function valueInWords(value: unknown): string | null {
  if (typeof value === 'string') return themeInWords(value);
  if (typeof value !== 'object' || value === null) return null;
  const parts = Object.values(value).filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(' ');
}

/** Both values of a conflict, where the server told them. */
export function bothValues({ problem }: ChangeItem): { theirs: string; mine: string } | null {
  const theirs = valueInWords(problem?.details?.theirs);
  const mine = valueInWords(problem?.details?.mine);
  return theirs === null || mine === null ? null : { theirs, mine };
}

/** True for a change that will not go on by itself. One that is held back goes with the change that it builds on. */
export function needsYou({ state }: ChangeItem): boolean {
  return state === 'refused' || state === 'needs_update' || state === 'undecided' || state === 'unreadable';
}

/** True for a change that can be sent once more. */
export function canRetry(change: ChangeItem): boolean {
  return needsYou(change) && change.state !== 'unreadable';
}

/** True for a change that was kept at school, and of which a teacher has decided by now. */
export function isAnswered({ state }: ChangeItem): boolean {
  return state === 'let_through' || state === 'dismissed';
}

/** True for a change that its owner may stop looking at: it is at school, and nothing here waits for it. */
export function canForget(change: ChangeItem): boolean {
  return (change.state === 'parked' || isAnswered(change)) && change.builds_on_it === 0;
}

/** The question before a change is given up. */
export function discardQuestion({ text, builds_on_it }: ChangeItem): string {
  const more = builds_on_it === 0 ? '' : ` and ${counted(builds_on_it, 'change')} that build on it`;
  return `Your change “${text}”${more} will be given up. This cannot be undone.`;
}
