import type { ContentKind } from '#contract/content/content.rules.ts';
import {
  area,
  audience,
  checklist,
  type Choice,
  choicesOf,
  type Field,
  goalChoices,
  line,
  lines,
  texts,
  work,
} from './page-fields.ts';

const timeZones: Choice[] = Intl.supportedValuesOf('timeZone').map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

const headOf: Readonly<Record<ContentKind, readonly Field[]>> = {
  page: [],
  goal: [],
  legal: [
    { type: 'day', name: 'in_force_from', label: 'In force from' },
    area('what_changed', 'What changed', 400),
  ],
  course: [
    { type: 'number', name: 'minutes', label: 'Minutes', max: 10_000 },
    line('badge', 'Badge', 60, 'What children get at the end'),
  ],
  lesson: [
    area('aim', 'Aim', 300),
    texts([line('word', 'Word', 40), line('means', 'What it means', 200)], {
      name: 'words',
      label: 'Words of this lesson',
      one: 'Word',
    }),
  ],
  hub: [line('curator', 'Chosen by', 80)],
  challenge: [
    { type: 'day_of_year', name: 'opens', label: 'Opens', hint: 'Month and day, such as 04-23' },
    { type: 'day_of_year', name: 'closes', label: 'Closes', hint: 'Leave both empty: open all year' },
    work,
    {
      type: 'group',
      name: 'preset',
      label: 'What a new work begins with',
      fields: [line('title', 'Title of the work', 120), area('prompt', 'What to write about', 600)],
    },
    checklist('checklist'),
  ],
  event: [
    { type: 'day_of_year', name: 'day', label: 'Day of each year', hint: 'Month and day, such as 04-23' },
    { type: 'moment', name: 'starts_at', label: 'Or starts once at', hint: 'On your own clock' },
    {
      type: 'choice',
      name: 'time_zone',
      label: 'Time zone of the host',
      hint: 'Readers see when it begins there, and on their own clock',
      choices: timeZones,
      isOptional: true,
      none: 'Not shown',
    },
    { type: 'number', name: 'minutes', label: 'Minutes', max: 10_000, isOptional: true },
    { type: 'flag', name: 'all_day', label: 'All day' },
    { type: 'flag', name: 'called_off', label: 'Called off' },
    { type: 'flag', name: 'online', label: 'School staff join online' },
  ],
  film: [
    { type: 'number', name: 'seconds', label: 'Seconds', max: 36_000 },
    lines('questions', 'Questions to talk about', 'One question a line'),
  ],
};

/** What is asked about a page of a kind as a whole. */
export const headFields = (kind: ContentKind): readonly Field[] => [
  line('title', 'Title', 80),
  area('summary', 'Summary', 160),
  audience,
  ...(kind === 'goal'
    ? []
    : [{ type: 'choices', name: 'goals', label: 'Goals', choices: goalChoices, isNumber: true } as const]),
  {
    type: 'choices',
    name: 'ages',
    label: 'Ages',
    hint: 'None: for all ages',
    choices: choicesOf({ '5-7': '5 to 7', '8-10': '8 to 10', '11-14': '11 to 14' }),
  },
  ...headOf[kind],
];
