import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { HomeScreen } from '#src/features/site/home.screen.tsx';
import { NextStory } from '#src/features/writing/next-story.tsx';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork, sampleProfile, sampleTenant } from '#tests/support/screen-samples.ts';

beforeEach(() =>
  useSessionStore.setState({
    user: sampleProfile({ role: 'student' }),
    tenant: sampleTenant(),
    status: 'ready',
    isInCommunity: false,
  }),
);

const open = (replica: FakeReplica) =>
  renderScreen(<HomeScreen next={() => <NextStory />} shelf={null} />, { replica });
const waysToWrite = () => screen.getAllByRole('link', { name: 'Write a story' });

describe('the front page of a child', () => {
  it('has one way to write a story where none is begun', async () => {
    open(new FakeReplica());
    const next = await screen.findByRole('region', { name: 'What will you write about?' });
    expect(within(next).queryByRole('link')).toBeNull();
    expect(waysToWrite().map((way) => way.getAttribute('href'))).toEqual(['/uploadblogsteps?do=begin']);
  });

  it('has it beside the story that is begun', async () => {
    const replica = new FakeReplica();
    replica.putStory(sampleOwnWork());
    open(replica);
    const next = await screen.findByRole('region', { name: 'Go on with your story' });
    expect(within(next).getByRole('link', { name: /The kite/u })).toBeTruthy();
    expect(waysToWrite()).toHaveLength(1);
  });
});
