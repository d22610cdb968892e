import type { StepDone } from '#contract/learning/learning.schema.ts';
import { assign, assignInput, takeBackInput } from '#src/features/learning/assignments.mutations.ts';
import { setStep, stepInput } from '#src/features/learning/learning.mutations.ts';
import { reminderInput, setReminder } from '#src/features/learning/reminders.mutations.ts';
import { makeLiveEvent, makeLivePage } from '../../support/content-pages.ts';
import type { EffectMakers, ServersOwn } from '../../support/effect-scene.ts';

export const makers: EffectMakers = {
  'learning.assign': async ({ world, schoolClass, secondClass, device }) => {
    const [one, other] = [await makeLivePage(world), await makeLivePage(world)];
    const { replica } = device;
    await replica.enqueue(assign, assignInput(schoolClass.id, one, null));
    await replica.enqueue(assign, assignInput(schoolClass.id, one, '2027-01-31'));
    await replica.enqueue(assign, assignInput(secondClass.id, one, null));
    await replica.enqueue(assign, assignInput(schoolClass.id, other, '2027-02-01'));
    await replica.enqueue(assign, takeBackInput(schoolClass.id, other));
    // What was not set is not there afterwards, either.
    await replica.enqueue(assign, takeBackInput(secondClass.id, other));
  },
  'learning.setStep': async ({ world, device }) => {
    const page = await makeLivePage(world);
    const say = (step: string, body: StepDone) =>
      device.replica.enqueue(setStep, stepInput(page, step, body));
    await say('steps.look', { done: true });
    await say('quiz.how-many', { done: false, answer: ['7'] });
    await say('quiz.how-many', { done: true, answer: ['17'] });
    await say('quiz.how-many', { done: false, answer: ['100'] });
    await say('finished', { done: true });
  },
  'learning.setReminder': async ({ world, device }) => {
    const starts_at = new Date(Date.now() + 7 * 86_400_000);
    const [one, other] = [
      await makeLiveEvent(world, { starts_at }),
      await makeLiveEvent(world, { starts_at }),
    ];
    const { replica } = device;
    await replica.enqueue(setReminder, reminderInput(one, true));
    await replica.enqueue(setReminder, reminderInput(one, true));
    await replica.enqueue(setStep, stepInput(one, 'finished', { done: true }));
    await replica.enqueue(setReminder, reminderInput(other, true));
    await replica.enqueue(setReminder, reminderInput(other, false));
    // What was not set is not there afterwards, either.
    await replica.enqueue(setReminder, reminderInput(other, false));
  },
};

export const serversOwn: ServersOwn = {
  learning: ({ id, steps }) => ({
    id,
    steps: steps.map(({ done_at, ...step }) => ({ ...step, is_done: done_at !== null })),
  }),
};
