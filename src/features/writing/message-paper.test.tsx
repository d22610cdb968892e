import { screen, waitFor } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { textOf } from '#contract/works/document.rules.ts';
import type { WorkState } from '#contract/works/works.schema.ts';
import { documentOfMessage } from '#contract/works/message.rules.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { MessageDesk } from './message-desk.tsx';
import { MessageList } from './message-list.tsx';

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
});

const message = (state: WorkState = 'draft', sdgs: number[] = []) =>
  sampleOwnWork({ id: uuidv7(), kind: 'message', title: '', state, sdgs });

interface Put {
  state?: WorkState;
  isDrawn?: boolean;
  sdgs?: number[];
}

/** Puts a message on the device. @returns its id */
function put(text = '', { state = 'draft', isDrawn = false, sdgs = [] }: Put = {}) {
  const work = message(state, sdgs);
  const document = documentOfMessage({
    text,
    drawing: isDrawn ? { sha256: 'a'.repeat(64), alt: 'A river' } : null,
  });
  replica.putStory(work, {
    id: uuidv7(),
    work_id: work.id,
    place: 0,
    title: '',
    document,
    version: uuidv7(),
    others: [],
  });
  return work.id;
}

const open = (id: string) =>
  renderScreen(
    <MessageDesk
      message={id}
      draw={(document) => <p>{textOf(document) || 'the drawing'}</p>}
      ear={() => null}
    />,
    { replica },
  );
const handInButton = () => screen.findByRole('button', { name: 'Hand it in' });
const isOffered = () => screen.queryByRole('button', { name: 'Hand it in' }) !== null;

describe('a message on its desk', () => {
  it('says what is still to do, one thing after the other', async () => {
    const { user } = open(put());
    expect(await screen.findByText('Still to do: Write what you want to tell the world.')).toBeDefined();
    await user.type(await screen.findByLabelText(/What do you tell the world/u), 'Plant trees.');
    expect(screen.getByText('Still to do: Make a drawing.')).toBeDefined();
    expect(screen.getByText('268 characters left')).toBeDefined();
    expect(isOffered()).toBe(false);
  });

  it('is saved however long it is, and handed in once it fits', async () => {
    const { user } = open(put('x'.repeat(limits.messageLength + 1), { isDrawn: true, sdgs: [15] }));
    expect(await screen.findByText('1 character too many')).toBeDefined();
    expect(isOffered()).toBe(false);
    await user.type(screen.getByLabelText(/What do you tell the world/u), '{Backspace}');
    expect(screen.getByText('Your message is ready.')).toBeDefined();
    await user.click(await handInButton());
    await waitFor(() =>
      expect(replica.queued.map(([name]) => name)).toEqual(['writing.saveChapter', 'writing.handIn']),
    );
    expect(await screen.findByText('Your teacher has it now')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Take it back' })).toBeDefined();
  });

  it('is about one goal', async () => {
    const { user } = open(put('Plant trees.', { isDrawn: true }));
    expect(await screen.findByText('Still to do: Choose a goal.')).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Which goal is it about?'), '15');
    expect(await screen.findByText('Your message is ready.')).toBeDefined();
    expect(replica.queued.at(-1)?.[1]).toMatchObject({ body: { sdgs: [15] } });
  });

  it('says that one more fits this year, and then that none does', async () => {
    put('One.', { state: 'published' });
    const third = put('Three.', { isDrawn: true, sdgs: [1] });
    const { unmount } = open(third);
    expect(await screen.findByText('You have handed in one message this year. One more fits.')).toBeDefined();
    unmount();
    put('Two.', { state: 'submitted' });
    open(third);
    expect(await screen.findByText('You have handed in two messages this year')).toBeDefined();
    expect(isOffered()).toBe(false);
  });

  it('asks about what looks private', async () => {
    open(put('Write to kit@example.org', { isDrawn: true, sdgs: [1] }));
    expect(await screen.findByText('Is this private?')).toBeDefined();
  });

  it('is put away after a question', async () => {
    const { user } = open(put('Plant trees.'));
    await user.click(await screen.findByRole('button', { name: 'Put this message away' }));
    await user.click(await screen.findByRole('button', { name: 'Put it away' }));
    await waitFor(() => expect(replica.queued.map(([name]) => name)).toEqual(['writing.discard']));
  });
});

describe('the messages of a child', () => {
  const list = () =>
    renderScreen(<MessageList />, {
      replica,
    });

  it('are begun with one tap', async () => {
    const { user } = list();
    expect(await screen.findByText('You have no messages yet')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Write a message' }));
    await waitFor(() =>
      expect(replica.queued[0]).toMatchObject([
        'writing.begin',
        { body: { kind: 'message', title: '', language: 'en' } },
      ]),
    );
  });

  it('are read out to who cannot read yet', async () => {
    const speech = FakeSpeech.install();
    const { user } = list();
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said).toEqual(['What would you like to tell the world? Tap the yellow button to begin.']);
    vi.unstubAllGlobals();
  });

  it('are named by their words', async () => {
    const id = put('Plant trees.', { state: 'returned' });
    list();
    const link = await screen.findByRole('link', { name: /Plant trees\..*To fix/u });
    expect(link.getAttribute('href')).toBe(`/my-messages/${id}`);
  });
});
