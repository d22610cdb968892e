import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { passportOf } from '#contract/learning/passport.rules.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { Passport } from './passport.tsx';

const pages = passportOf({
  works: [{ sdgs: [6], state: 'submitted' }],
  learning: { rows: [], pages: [] },
  reading: [{ sdgs: [6], isFinished: true }],
});

it('shows a page for each goal with its four stamps, and is printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = renderScreen(<Passport pages={pages} note={null} breadcrumb={null} />);
  const water = screen.getByRole('link', { name: '6. Clean water and sanitation' });
  expect(water.getAttribute('href')).toBe('/sdgs/6');
  const lists = screen.getAllByRole('list', { name: 'Stamps' });
  expect(lists).toHaveLength(17);
  const said = within(lists[5]!).getAllByRole('listitem');
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'Read, done',
    'Learned, not yet',
    'Made, done',
    'Did, not yet',
  ]);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

it('reads out what the stamps are for', async () => {
  const speech = FakeSpeech.install();
  const { user } = renderScreen(<Passport pages={pages} note={null} breadcrumb={null} />);
  await user.click(screen.getByRole('button', { name: 'Hear what to do' }));
  expect(speech.said.join()).toMatch(/^Each goal has four stamps\. /u);
  vi.unstubAllGlobals();
});
