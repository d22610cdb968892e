import type { ContentSlots } from '#src/features/content/blocks/block.tsx';
import { GoalShelf } from '#src/features/library/goal-shelf.tsx';

/** Of a page that is looked at before it is live: nothing in it is done or sent. */
export const previewSlots: ContentSlots = {
  learning: null,
  forStaff: () => null,
  above: () => null,
  below: () => null,
  shelf: ({ goal, language, title }) => <GoalShelf title={title} goal={goal} language={language} />,
  form: () => <p>The form stands here.</p>,
  startAt: () => null,
};
