import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { NumberTiles } from './number-tiles.tsx';

it('sets words smaller than numbers, so that none of them breaks in a narrow tile', () => {
  renderScreen(
    <NumberTiles
      tiles={[
        { label: 'Schools', value: 44 },
        { label: 'Oldest message', value: '25 minutes' },
      ]}
    />,
  );
  expect(screen.getByText('44').dataset['words']).toBeUndefined();
  expect(screen.getByText('25 minutes').dataset['words']).toBe('true');
  expect(readFileSync('src/ui/number-tiles.module.css', 'utf8')).toMatch(
    /\.tile dd\[data-words\] \{\s+font-size: 1\.5rem;/u,
  );
});
