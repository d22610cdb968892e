import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { MessageList } from './message-list.tsx';
import { StoryList } from './story-list.tsx';

const said = { action: 'returned', by: 'Clara', reason: 'انظري إلى كلمة one هنا.', comments: [] };
const returned = { title: 'قصة', state: 'returned', review: said } as unknown as Partial<OwnWork>;

beforeEach(() => useSessionStore.setState({ user: null }));

it.each([
  ['story', () => <StoryList title="Write a story" other={{ to: '/', label: 'Make a book' }} />],
  ['message', () => <MessageList />],
] as const)('sets the words of a teacher in their own direction in the row of a %s', async (kind, List) => {
  const replica = new FakeReplica();
  replica.putStory(sampleOwnWork({ ...returned, kind }));
  renderScreen(<List />, { replica });
  // In the line of the name around it, its Latin word would part the sentence in the wrong order.
  const words = await screen.findByText(`“${said.reason}”`);
  expect(words.tagName).toBe('BDI');
  expect(words.closest('[dir]')).toBeNull();
});

it('looks for what was begun elsewhere until the school was asked, and says then that it comes later', async () => {
  const replica = new FakeReplica();
  replica.setPopulated(false);
  replica.say({ reachable: null });
  renderScreen(<StoryList title="Write a story" other={{ to: '/', label: 'Make a book' }} />, { replica });
  await screen.findByRole('status', { name: 'Your stories are being looked for' });
  expect(screen.queryByText(/began elsewhere/u)).toBeNull();
  act(() => replica.say({ reachable: false }));
  await screen.findByText(/^The stories that you began elsewhere come/u);
});

describe('a story that is begun', () => {
  it('is one, and not two, after a double click', async () => {
    const replica = new FakeReplica();
    const { user } = renderScreen(
      <StoryList title="Write a story" other={{ to: '/books', label: 'Make a book' }} />,
      { replica },
    );
    await user.dblClick(screen.getByRole('button', { name: 'Write a new story' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toMatch(/^\/uploadblogsteps\/./u),
    );
    expect(replica.queued).toHaveLength(1);
  });

  it('is on its paper at once where an address asks for it', async () => {
    const replica = new FakeReplica();
    renderScreen(<StoryList title="Write a story" other={{ to: '/books', label: 'Make a book' }} />, {
      replica,
      address: '/stories?do=begin',
    });
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toMatch(/^\/uploadblogsteps\/.*step=write$/u),
    );
    expect(replica.queued).toMatchObject([['writing.begin', { body: { kind: 'story', title: '' } }]]);
  });
});
