import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { EventReminder } from './event-reminder.tsx';

const day = 24 * 60 * 60 * 1000;

function show(moment: Partial<ContentCard>) {
  const replica = new FakeReplica();
  replica.putProfile(sampleProfile({ id: replica.user_id }));
  const event: ContentCard = {
    id: '01900000-0000-7000-8000-0000000000e1',
    kind: 'event',
    slug: 'ask-the-author',
    parent: null,
    place: null,
    language: 'en',
    title: 'Ask the author',
    summary: 'A lesson',
    for: 'everyone',
    goals: [],
    ages: [],
    ...moment,
  };
  return { event, ...renderScreen(<EventReminder event={event} />, { replica }) };
}

const inDays = (days: number) => ({ starts_at: new Date(Date.now() + days * day).toISOString() });

it('an event to come offers letters before it, and takes them back, both as queued calls', async () => {
  const { user, replica, event } = show(inDays(3));
  await user.click(screen.getByRole('button', { name: 'Remind me by email' }));
  expect(await screen.findByText('You get an email a day before, and one an hour before.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take the reminder back' }));
  expect(await screen.findByRole('button', { name: 'Remind me by email' })).toBeTruthy();
  const params = { pageId: event.id };
  expect(replica.queued).toEqual([
    ['learning.setReminder', { params, body: { is_set: true } }],
    ['learning.setReminder', { params, body: { is_set: false } }],
  ]);
});

it('an event that is over, or a day of the year, offers none', () => {
  for (const moment of [inDays(-1), { day: '03-22' }]) {
    const { unmount } = show(moment);
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
  }
});
