import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { QuizQuestion } from '#contract/content/blocks.schema.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { FilmBlock } from './film.block.tsx';
import { QuizBlock } from './quiz.block.tsx';

const shown = (name: string) => screen.queryByRole('button', { name });
const button = (name: string) => screen.getByRole('button', { name });

describe('what goes no further at an end', () => {
  it('is no arrow of a list, and the keyboard goes on with the other one', async () => {
    const question: QuizQuestion = {
      id: 'order',
      type: 'order',
      ask: 'What comes first?',
      why: 'It is so.',
      answers: ['Egg', 'Bird', 'Nest'],
    };
    const { user } = renderScreen(
      <QuizBlock block={{ id: 'quiz', questions: [question] }} learning={null} />,
    );
    expect(shown('Move “Bird” up')).toBeNull();
    expect(shown('Move “Nest” down')).toBeNull();
    await user.click(button('Move “Egg” down'));
    expect(shown('Move “Egg” down')).toBeNull();
    expect(document.activeElement).toBe(button('Move “Egg” up'));
  });

  it('is no button of a film, and the keyboard goes on with the other one', async () => {
    const frames = ['A hill', 'A river'].map((picture) => ({ picture, words: `${picture}.`, seconds: 5 }));
    const { user } = renderScreen(<FilmBlock slug="water" frames={frames} />);
    expect(shown('Back')).toBeNull();
    await user.click(button('Next'));
    expect(shown('Next')).toBeNull();
    expect(document.activeElement).toBe(button('Back'));
    await user.click(button('Back'));
    expect(document.activeElement).toBe(button('Next'));
  });
});
