import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { memoryStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { isAnyoneAtWork } from '#src/ui/dirty-forms.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { gate } from '#tests/support/gate.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { deskParts } from '#src/areas/desk-parts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { CelebrateYes } from './celebrate-yes.tsx';
import { StorySteps } from '#src/features/writing/story-desk.tsx';

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
  useSessionStore.setState({ user: zoe, ended: null });
});

const chapterOf = (work: OwnWork): OwnChapter => {
  const document = documentOf('It flew.');
  return { id: 'c', work_id: work.id, place: 0, title: '', document, version: 'v', others: [] };
};
const hooray = () => screen.findByRole('dialog', { name: 'Hooray, Zoë!' });

describe('a work that is handed in', () => {
  const work = sampleOwnWork();
  it('is celebrated: it says where it is, and leads to it and to the own page', async () => {
    replica.putStory(work, chapterOf(work));
    const { user } = renderScreen(
      <StorySteps
        story={work.id}
        draw={() => <i />}
        exporting={() => null}
        ear={() => null}
        parts={deskParts}
      />,
      { replica, address: '/?step=check' },
    );
    const speech = FakeSpeech.install();
    const handedIn = gate();
    vi.spyOn(replica, 'enqueue').mockImplementationOnce(async (...call) => {
      await handedIn.passed;
      return await replica.enqueue(...call);
    });
    expect(isAnyoneAtWork()).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Hand it in' }));
    // A new version of the app that took over now would lose the moment.
    expect(isAnyoneAtWork()).toBe(true);
    handedIn.open();
    await hooray();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hooray, Zoë!' })),
    );
    screen.getByText('Your teacher has it now', { selector: '[role=status]' });
    expect(
      within(screen.getByRole('dialog')).getByRole('link', { name: 'My page' }).getAttribute('href'),
    ).toBe('/dashboard');
    await user.click(screen.getByRole('button', { name: 'Hear it' }));
    expect(speech.said).toEqual(['Hooray, Zoë! Your teacher has it now']);
    await user.click(screen.getByRole('button', { name: 'See it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByRole('button', { name: 'Take it back' });
    expect(isAnyoneAtWork()).toBe(false);
    vi.unstubAllGlobals();
  });
});

describe('a yes on the own page', () => {
  const review = {
    id: 'r',
    action: 'published',
    reason: 'I laughed when the owl wore the hat!',
    by: 'Clara Weiss',
    made_at: '2026-11-26T08:00:00.000Z',
    comments: [],
  } as const;
  const work = sampleOwnWork({
    state: 'published',
    audience: 'private',
    review: { ...review, comments: [] },
  });

  it('is celebrated once on a device, with what the teacher wrote and who can see it', async () => {
    replica.putStory(work, chapterOf(work));
    const storage = memoryStorage();
    const yes = <CelebrateYes draw={() => <i />} storage={storage} />;
    const page = (
      <main id="main" tabIndex={-1}>
        {yes}
      </main>
    );
    const { user, unmount } = renderScreen(page, { replica });
    await hooray();
    screen.getByText(/Only you and your teachers can see it\./u);
    screen.getByText('I laughed when the owl wore the hat!');
    expect(screen.getByRole('link', { name: 'See it' }).getAttribute('href')).toBe(`/library/${work.id}`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
    unmount();
    renderScreen(yes, { replica });
    await Promise.resolve();
    expect(screen.queryByRole('dialog')).toBeNull();
    renderScreen(<CelebrateYes draw={() => <i />} storage={memoryStorage()} />, {
      replica,
    });
    expect(await hooray()).toBeTruthy();
  });
});
