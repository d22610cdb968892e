import type { WatchReason } from '#contract/monitoring/monitoring.rules.ts';
import type { WatchItem, WatchRow, WatchTab } from '#contract/monitoring/monitoring.schema.ts';

export const watchTabWords: Readonly<Record<WatchTab, string>> = {
  waiting: 'Waiting',
  asked: 'Asked',
  visitors: 'From visitors',
  taken_down: 'Taken down',
  done: 'Done',
};

export const watchedKindWords: Readonly<Record<WatchRow['kind'], string>> = {
  book: 'Books',
  story: 'Stories',
  message: 'Messages',
};

export const emptyWatchTabs: Readonly<Record<WatchTab, { title: string; text: string }>> = {
  waiting: {
    title: 'Nothing is waiting',
    text: 'What readers report, what schools publish for everybody and what they ask for back shows up here.',
  },
  asked: {
    title: 'No school was asked',
    text: 'What you ask a school shows up here until it answers, for three days at most.',
  },
  visitors: {
    title: 'No visitor’s book is waiting',
    text: 'Books of visitors show up here once a school puts them in its library.',
  },
  taken_down: { title: 'Nothing is taken down', text: 'What is off every shelf shows up here.' },
  done: { title: 'Nothing is decided yet', text: 'What you decided about shows up here, the latest first.' },
};

export const watchReasonWords: Readonly<Record<WatchReason, string>> = {
  frightening: 'Reported: frightening or hurtful',
  private: 'Reported: tells who somebody is or where they live',
  appeal: 'The school asks for it back',
  unkind: 'Reported: unkind',
  private_words: 'An address or a telephone number in it',
  copied: 'Reported: somebody else wrote or drew it',
  watched_words: 'A word of the platform’s list in it',
  other: 'Reported: something else',
  first_public: 'The first work that the school shows everybody',
  further_readers: 'Reported by more readers',
  pictures: 'Pictures that were not drawn here',
  changed: 'Changed since the last decision',
};

export const watchDecisionWords: Readonly<Record<NonNullable<WatchRow['decision']>, string>> = {
  kept: 'Kept',
  asked: 'Asked the school',
  taken_down: 'Taken down',
  reinstated: 'Reinstated',
  school: 'Settled by the school',
};

const historyWords: Readonly<Record<string, string>> = {
  'monitoring.kept': 'Kept',
  'monitoring.asked': 'Asked the school',
  'monitoring.answered': 'The school answered',
  'monitoring.appealed': 'The school asked for it back',
  'monitoring.taken_down': 'Taken down',
  'monitoring.reinstated': 'Reinstated',
};

export const sayEarlier = ({ action }: WatchItem['decisions'][number]) => historyWords[action] ?? 'Decided';

/** What a work is called where its title is not for strangers (law 1). */
export const nameOfWatched = (
  { kind, school_name }: Pick<WatchRow, 'kind' | 'school_name'>,
  title: string | undefined,
) => (title === undefined || title === '' ? `A ${kind} of ${school_name}` : title);

/** Up to 200 are counted. */
export const sayCount = (count: number | null) => (count === null ? '200+' : String(count));

const partWords: Readonly<Record<string, string>> = {
  title: 'Title',
  byline: 'By',
  blurb: 'On the back',
  about_author: 'About the author',
  dedication: 'Dedication',
  cover: 'Cover',
  order: 'Order',
};

/** Where something changed: a field, or the chapter or page of this id. */
export function sayPart(part: string, { kind, text }: Pick<WatchItem, 'kind' | 'text'>): string {
  const place = text?.parts.findIndex(({ id }) => id === part) ?? -1;
  const one = kind === 'book' ? 'Page' : 'Chapter';
  return partWords[part] ?? (place < 0 ? `${one} that was taken out` : `${one} ${place + 1}`);
}
