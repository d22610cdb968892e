import { expect, it } from 'vitest';
import { spokenPage } from './spoken-page.ts';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const paragraph = (words: string) => ({ type: 'paragraph', content: [text(words)] }) as const;

it('reads a lesson from its title to its last step, and leaves the questions to their own ears', () => {
  const spoken = spokenPage({
    head: {
      kind: 'lesson',
      title: 'Water',
      summary: 'Where it comes from',
      goals: [6],
      aim: 'You know where water comes from.',
      words: [{ word: 'Well', means: 'a deep hole with water' }],
    } as never,
    blocks: [
      {
        id: 'a',
        kind: 'text',
        document: {
          type: 'doc',
          content: [
            { type: 'heading', attrs: { level: 2 }, content: [text('Rain')] },
            paragraph('It falls.'),
            {
              type: 'bulletList',
              content: [{ type: 'listItem', content: [paragraph('On hills'), paragraph('On roofs')] }],
            },
          ],
        },
      },
      { id: 'b', kind: 'steps', steps: [{ id: 'c', title: 'Look up', text: 'Do you see clouds?' }] },
      { id: 'd', kind: 'checklist', items: [{ id: 'e', text: 'I looked' }] },
      { id: 'f', kind: 'quiz', questions: [] },
    ] as never,
  });
  expect(spoken).toBe(
    'Water. Where it comes from. You know where water comes from. Well: a deep hole with water. ' +
      'Rain. It falls. On hills. On roofs. Look up. Do you see clouds? I looked.',
  );
});
