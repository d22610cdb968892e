import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CardSchool } from '#tests/support/card-school.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SchoolCardsButton } from './school-cards.button.tsx';

it('an administrator voids all cards of the school after a question that says what happens', async () => {
  const school = new CardSchool();
  school.summary = { cards: 40, students: 38, last_printed_at: null, last_printed_by: null };
  const { user } = renderScreen(<SchoolCardsButton api={school} />);
  await user.click(screen.getByRole('button', { name: 'More about the login cards of the school' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace all cards of the school' }));
  const question = await screen.findByRole('dialog', { name: 'Replace all login cards of the school?' });
  expect(question.textContent).toContain('38 students have a card.');
  expect(school.names()).toEqual(['cards.summarizeSchool']);
  await user.click(within(question).getByRole('button', { name: 'Replace all' }));
  expect(await screen.findByText('All cards are void')).toBeTruthy();
  expect(school.inputOf('cards.replaceOfSchool')).toEqual({ body: { last_printed_at: null } });
});
