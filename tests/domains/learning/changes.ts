import { runsClasses } from '#contract/kit/roles.ts';
import { assignmentId } from '#contract/learning/assignments.rules.ts';
import { isDone } from '#contract/learning/learning.rules.ts';
import { assign, assignInput, takeBackInput } from '#src/features/learning/assignments.mutations.ts';
import { setStep, stepInput } from '#src/features/learning/learning.mutations.ts';
import { reminderInput, setReminder } from '#src/features/learning/reminders.mutations.ts';
import { change, type Generator, going, pick, type Screen } from '../../sync/simulator/change.ts';
import type { Effect } from '../../sync/simulator/journal.ts';

export const generators: Readonly<Record<string, Generator>> = {
  [setStep.endpoint.name]: ({ lessons, profile: [person] }, { which, value }) => {
    const lesson = pick(lessons, which);
    if (!person || lesson === undefined) return null;
    const step = `steps.s${value % 3}`;
    return change(setStep, stepInput(lesson, step, { done: true }), [
      { row: lesson, field: `learnt ${step} by ${person.id}`, value: true },
    ]);
  },
  [setReminder.endpoint.name]: ({ events, profile: [person] }, { which, value }) => {
    const event = pick(events, which);
    if (!person || !runsClasses(person.role) || event === undefined) return null;
    const isSet = value % 3 !== 0;
    return change(setReminder, reminderInput(event, isSet), [
      { row: event, field: `reminds ${person.id}`, value: isSet },
    ]);
  },
  [assign.endpoint.name]: ({ classes, lessons }, { which, value }) => {
    const schoolClass = pick(going(classes), which);
    const lesson = pick(lessons, value);
    if (!schoolClass || lesson === undefined) return null;
    const { id } = schoolClass;
    const day = value % 4 === 0 ? null : `2027-01-0${(value % 4) + 1}`;
    const input = day === null ? takeBackInput(id, lesson) : assignInput(id, lesson, day);
    const effect = { row: assignmentId(id, lesson), field: `set for ${id}`, value: day ?? 'not set' };
    return change(assign, input, [effect]);
  },
};

export const fields = /^(?:learnt|reminds|set for) /u;

/** Whether the person on the screen did a step of a page; undefined where that is somebody else. */
function shownToLearner({ learning, profile }: Screen, { row, field }: Effect): boolean | undefined {
  const [, step = '', , who] = field.split(' ');
  if (!profile.some(({ id }) => id === who)) return undefined;
  return isDone(
    learning.find(({ id }) => id === row),
    step,
  );
}

/** Whether the person on the screen is reminded of an event; undefined where that is somebody else. */
function shownAsReminder({ learning, profile }: Screen, { row, field }: Effect): boolean | undefined {
  if (!profile.some(({ id }) => field === `reminds ${id}`)) return undefined;
  return learning.find(({ id }) => id === row)?.is_reminded ?? false;
}

/** By when a page is set for a class on the screen; undefined where the class ended or is none of it. */
function shownOfClass({ classes, assignments }: Screen, { row, field }: Effect): string | undefined {
  if (!going(classes).some(({ id }) => field === `set for ${id}`)) return undefined;
  return assignments.find(({ id }) => id === row)?.due ?? 'not set';
}

export function shownAt(screen: Screen, effect: Effect): string | boolean | undefined {
  if (effect.field.startsWith('learnt ')) return shownToLearner(screen, effect);
  if (effect.field.startsWith('reminds ')) return shownAsReminder(screen, effect);
  return shownOfClass(screen, effect);
}
