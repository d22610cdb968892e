import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { Faces } from './faces.tsx';

/** A child for each letter of the alphabet. */
const tiles = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => ({
  handle: `pupil.${letter}`,
  first_name: `${letter}da`,
  last_initial: 'F.',
  avatar: 'otter',
}));

it('leads to a face by its letter, in a row that says where there is more of it', async () => {
  const { user } = renderScreen(<Faces tiles={tiles} onPick={() => undefined} />);
  const letters = screen.getByRole('navigation', { name: 'Letters' });
  expect(letters.hasAttribute('data-sideways')).toBe(true);
  await user.click(within(letters).getByRole('button', { name: 'M' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Mda F., otter');
});
