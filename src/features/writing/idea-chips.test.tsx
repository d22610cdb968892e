import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { deskParts } from '#src/areas/desk-parts.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { Ear } from '#src/ui/ear.tsx';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { StorySteps } from './story-desk.tsx';

// jsdom lays nothing out, and the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const work = sampleOwnWork({ title: '' });
const blank: OwnChapter = {
  id: uuidv7(),
  work_id: work.id,
  place: 0,
  title: '',
  document: documentOf(''),
  version: null,
  others: [],
};

let replica: FakeReplica;
let localDrafts: FakeLocalDrafts;

beforeEach(() => {
  replica = new FakeReplica();
  localDrafts = new FakeLocalDrafts();
  useSessionStore.setState({ user: zoe, ended: null });
});

function openPaper(own: OwnWork = work, chapter: OwnChapter = blank) {
  replica.putStory(own, chapter);
  return renderScreen(
    <StorySteps
      story={own.id}
      kind={own.kind}
      draw={(document) => <p>{textOf(document)}</p>}
      exporting={() => null}
      parts={deskParts}
      ear={(words) => <Ear key={words} words={words} />}
    />,
    { replica, localDrafts, address: '/?step=write' },
  );
}

const chips = async () =>
  within(await screen.findByRole('list', { name: 'Ideas' })).getAllByRole<HTMLButtonElement>('button');
const paper = () => screen.findByRole('textbox', { name: 'Chapter 1' });
const noIdeas = () => expect(screen.queryByRole('list', { name: 'Ideas' })).toBeNull();

/** What the device keeps of a list that was looked at. */
async function keep(list: string, value: unknown): Promise<void> {
  const owner = { tenant_id: zoe.tenant_id, user_id: zoe.id };
  await localDrafts.keep(owner, `seen ${list}`, [
    { question: 'challenge  ', as_of: '2026-11-26T08:00:00.000Z', value },
  ]);
}

const challenge = (fields: object = {}) => ({
  id: uuidv7(),
  kind: 'challenge',
  title: 'Water',
  summary: 'Write about water.',
  goals: [6, 13, 3, 1],
  work: 'story',
  ...fields,
});

describe('the ideas on an empty paper', () => {
  it('are three, and one that is chosen is the name of the story, with the cursor in the words', async () => {
    const { user } = openPaper();
    const [first, ...others] = await chips();
    expect(others).toHaveLength(2);
    const title = first?.textContent ?? '';
    if (first) await user.click(first);
    expect(replica.queued).toEqual([['writing.change', { params: { workId: work.id }, body: { title } }]]);
    await waitFor(noIdeas);
    expect(await screen.findByDisplayValue(title)).toBe(
      screen.getByRole('textbox', { name: 'Name your story' }),
    );
    expect(document.activeElement).toBe(await paper());
  });

  it('go with the first letter of the name, and with that of the words', async () => {
    const { user, unmount } = openPaper();
    await chips();
    await user.type(screen.getByRole('textbox', { name: 'Name your story' }), 'A');
    noIdeas();
    unmount();
    openPaper();
    await chips();
    fireEvent.input(await paper(), { data: 'O' });
    noIdeas();
  });

  it('are chosen with the keyboard, behind the words', async () => {
    const { user } = openPaper();
    const [first] = await chips();
    (await paper()).focus();
    await user.tab();
    expect(document.activeElement).toBe(first);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(replica.queued).toHaveLength(1));
    noIdeas();
  });

  it('are read out behind what to do', async () => {
    const speech = FakeSpeech.install();
    const { user } = openPaper();
    const titles = (await chips()).map(({ textContent }) => textContent);
    await user.click(screen.getAllByRole('button', { name: 'Hear what to do' })[0] ?? document.body);
    expect(speech.said[0]).toMatch(/^Give your work a name/u);
    for (const title of titles) expect(speech.said[0]).toContain(title);
    vi.unstubAllGlobals();
  });

  it.each<[string, OwnWork, OwnChapter]>([
    ['has words', work, { ...blank, document: documentOf('Once.') }],
    ['had words that were taken out', work, { ...blank, version: uuidv7() }],
    ['has a name', { ...work, title: 'The kite' }, blank],
    ['has a plan', { ...work, plan: 'A kite.' }, blank],
    ['came back', { ...work, state: 'returned' }, blank],
  ])('are not there where the story %s', async (_, own, chapter) => {
    openPaper(own, chapter);
    await paper();
    noIdeas();
  });

  it('are not there on the page of a book', async () => {
    openPaper({ ...work, kind: 'book' });
    await screen.findByRole('textbox', { name: 'Page 1' });
    noIdeas();
  });

  it('stay where the tablet cannot keep the one that was chosen, and it says why', async () => {
    const { user } = openPaper();
    const [first] = await chips();
    replica.broken = new DeviceFullError('full');
    if (first) await user.click(first);
    expect(await screen.findByText(/^This tablet is full/u)).toBeTruthy();
    expect(await chips()).toHaveLength(3);
  });
});

describe('challenges that the device keeps', () => {
  it('come first, those of the teacher before others, and are begun as a story of their own', async () => {
    const page = challenge({ title: 'Ten litres' });
    const preset = { title: 'A day with ten litres', prompt: 'What does your hero do first?' };
    await keep('pages', { card: page, head: { kind: 'challenge', preset } });
    const set = challenge({ title: 'Wind' });
    await keep('lists of pages', { results: [page, set] });
    await keep('from my teacher', { results: [{ id: set.id }] });
    const { user } = openPaper();
    const [first, second] = await chips();
    expect(first?.textContent).toBe('Wind');
    expect(second?.textContent).toBe('A day with ten litres');
    if (second) await user.dblClick(second);
    await waitFor(() => expect(replica.queued).toHaveLength(2));
    expect(replica.queued).toMatchObject([
      ['writing.begin', { body: { kind: 'story', title: preset.title, challenge: page.id } }],
      ['writing.change', { body: { plan: preset.prompt, sdgs: [3, 6, 13] } }],
    ]);
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toMatch(/^\/uploadblogsteps\/.*step=write$/u),
    );
  });

  it('are left out where they are closed, for a book, begun already, or nothing that can be read', async () => {
    const begun = challenge({ title: 'Begun' });
    const now = new Date().toISOString();
    const [month, day] = [now.slice(5, 7), Number(now.slice(8, 10))];
    // Far enough from today in all time zones.
    const other = `${month}-${Math.abs(day - 15) > 1 ? '15' : '25'}`;
    await keep('lists of pages', {
      results: [
        begun,
        challenge({ title: 'Closed', opens: other, closes: other }),
        challenge({ title: 'A book', work: 'book' }),
        'nonsense',
        null,
      ],
    });
    replica.putStory(sampleOwnWork({ id: uuidv7(), challenge: begun.id, state: 'submitted' }));
    openPaper();
    const titles = (await chips()).map(({ textContent }) => textContent);
    expect(titles).toHaveLength(3);
    for (const title of ['Begun', 'Closed', 'A book']) expect(titles).not.toContain(title);
  });
});
