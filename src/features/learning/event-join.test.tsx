import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { learningProblems } from '#contract/learning/learning.problems.ts';
import { FakeSchoolServer, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { EventJoin } from './event-join.tsx';

const id = '01900000-0000-7000-8000-0000000000e1';
const at = `POST /live/${id}/join/`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

function show(more: Partial<ContentCard>, answer: FakeAnswer = null) {
  const server = new FakeSchoolServer({ [at]: () => answer });
  const event: ContentCard = {
    id,
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
    minutes: 40,
    online: true,
    ...more,
  };
  const left: string[] = [];
  return {
    left,
    server,
    ...renderScreen(<EventJoin event={event} goTo={(address) => left.push(address)} />),
  };
}

const button = () => screen.queryByRole('button', { name: 'Join' });

it('the staff join an event by one press, and the link is asked for then', async () => {
  const { user, left, server } = show(
    { starts_at: inMinutes(10) },
    { body: { link: 'https://meet.example.org/1' } },
  );
  await user.click(screen.getByRole('button', { name: 'Join' }));
  await screen.findByRole('button', { name: 'Join' });
  expect(left).toEqual(['https://meet.example.org/1']);
  expect(server.askedFor(`/live/${id}/join/`)).toHaveLength(1);
});

it('says why somebody could not join', async () => {
  const { code, status, error } = learningProblems.no_join_link;
  const { user, left } = show(
    { starts_at: inMinutes(-5) },
    { status, body: { code, error, errors: {}, request_id: 'r' } },
  );
  await user.click(screen.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText(error)).toBeTruthy();
  expect(left).toEqual([]);
});

it('an event is joined from 15 minutes before it begins until it ends, and no other', () => {
  const shown = [
    { starts_at: inMinutes(14) },
    { starts_at: inMinutes(-39) },
    { starts_at: inMinutes(-600), all_day: true },
  ];
  const hidden: Partial<ContentCard>[] = [
    { starts_at: inMinutes(16) },
    { starts_at: inMinutes(-41) },
    { starts_at: inMinutes(5), called_off: true },
    { day: '03-22' },
  ];
  for (const [moments, isShown] of [
    [shown, true],
    [hidden, false],
  ] as const)
    for (const moment of moments) {
      const { unmount } = show(moment);
      expect([moment, button() !== null]).toEqual([moment, isShown]);
      unmount();
    }
});
