import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { StartChallenge } from './start-challenge.tsx';

const challenge = {
  id: '0192f3a4-0000-7000-8000-000000000001',
  kind: 'book',
  goals: [6, 13, 3, 1],
  preset: { title: 'A day with ten litres', prompt: 'What does your hero do first?' },
} as const;

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
  useSessionStore.setState({ user: zoe, ended: null });
});

const open = () =>
  renderScreen(<StartChallenge challenge={challenge} />, {
    replica,
  });

describe('starting a challenge', () => {
  it('begins one work for it, with what it asks, and opens the paper', async () => {
    replica.putStory(sampleOwnWork());
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Start' }));
    await waitFor(() => expect(replica.queued).toHaveLength(2));
    const [[begun, begin] = [], [changed, change] = []] = replica.queued;
    expect([begun, changed]).toEqual(['writing.begin', 'writing.change']);
    expect(begin).toMatchObject({
      body: { kind: 'book', title: 'A day with ten litres', challenge: challenge.id },
    });
    expect(change).toMatchObject({ body: { plan: 'What does your hero do first?', sdgs: [3, 6, 13] } });
    expect(await screen.findByRole('button', { name: 'Go on' })).toBeTruthy();
  });

  it('reads what it asks to who cannot read yet', async () => {
    const speech = FakeSpeech.install();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said).toEqual(['What does your hero do first? Tap the yellow button to begin.']);
    vi.unstubAllGlobals();
  });

  it('goes on with the work that was begun; once the teacher has it, it says so and leads to it', async () => {
    replica.putStory(sampleOwnWork({ id: challenge.id, challenge: challenge.id, state: 'returned' }));
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(replica.queued).toEqual([]);
    unmount();
    replica.putStory(sampleOwnWork({ id: challenge.id, challenge: challenge.id, state: 'submitted' }));
    open();
    expect(await screen.findByText('Your teacher has it.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See it' }).getAttribute('href')).toMatch(/^\/upload/u);
    expect(screen.getByRole('button', { name: 'Start another' })).toBeTruthy();
  });

  it('says why nothing was begun where the tablet cannot keep it', async () => {
    replica.broken = new DeviceFullError('full');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByText(/^This tablet is full/u)).toBeTruthy();
  });
});
