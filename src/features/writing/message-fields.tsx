import { TextInput } from '@mantine/core';
import { limits } from '#contract/kit/limits.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { Choice } from '#src/desk/choice.tsx';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { useCoverField } from '#src/desk/use-cover-field.ts';
import { changeStory, changeStoryInput } from '#src/desk/writing.mutations.ts';

const goals = [
  { value: '', label: 'Choose a goal' },
  ...goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1} ${name}` })),
];

/** What stands beside a message: the goal that it is about, and who says it. */
export function MessageFields({ work }: { work: OwnWork }) {
  const replica = useReplica();
  const penName = useCoverField(work, 'pen_name');

  const chooseGoal = (goal: string) =>
    void replica
      .enqueue(changeStory, changeStoryInput(work.id, { sdgs: goal === '' ? [] : [Number(goal)] }))
      .catch(sayNotKept);

  return (
    <>
      <Choice
        label="Which goal is it about?"
        data={goals}
        value={String(work.sdgs[0] ?? '')}
        onChange={chooseGoal}
      />
      <TextInput
        label="Your name beside it"
        description="Your first name stands there if you leave it empty. Leave out your last name."
        size="md"
        dir="auto"
        maxLength={limits.penNameLength}
        value={penName.value}
        onChange={(event) => penName.onChange(event.currentTarget.value)}
      />
    </>
  );
}
