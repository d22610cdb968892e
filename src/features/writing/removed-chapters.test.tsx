import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { RemovedChapter } from '#contract/writing/writing.schema.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { RemovedChapters, RemovedList } from './removed-chapters.tsx';

const work = sampleOwnWork({ slug: 'the-kite' });
const id = (number: number) => `018f0000-0000-7000-8000-00000000000${number}`;
const wind: RemovedChapter = {
  id: id(1),
  work_id: work.id,
  title: 'The wind',
  document: documentOf('It blew.'),
  version: id(2),
  others: [{ version: id(3), title: 'The wind', document: documentOf('It blew on.') }],
  removed_at: '2026-11-22T10:00:00.000Z',
};

let removed: RemovedChapter[];
let failure: Error | null;
const api: ApiClient = {
  call: () =>
    failure
      ? Promise.reject(failure)
      : Promise.resolve({ count: removed.length, next: null, results: removed } as never),
};

beforeEach(() => {
  removed = [wind];
  failure = null;
});

async function open(state: typeof work.state = 'draft') {
  const rendered = renderScreen(
    <RemovedChapters work={{ ...work, state }} api={api} draw={(document) => <p>{textOf(document)}</p>} />,
    { replica: new FakeReplica() },
  );
  await rendered.user.click(await screen.findByRole('button', { name: 'Chapters that were taken out' }));
  return rendered;
}

describe('what was taken out of a story', () => {
  it('is shown with what came later, and put back with what stood in it', async () => {
    const { user, replica } = await open();
    const item = await screen.findByRole('listitem');
    expect(within(item).getByText('The wind')).toBeTruthy();
    expect(
      within(item)
        .getAllByRole('group')
        .map((group) => group.textContent),
    ).toEqual(['It blew.', 'It blew on.']);
    await user.click(within(item).getByRole('button', { name: 'Put it back' }));
    await within(item).findByText('It is back.');
    expect(replica.queued).toMatchObject([
      [
        'writing.saveChapter',
        {
          params: { workId: work.id, chapterId: wind.id },
          body: {
            // The school takes an id once.
            version: expect.not.stringContaining(id(2)),
            based_on: wind.version,
            title: 'The wind',
            document: wind.document,
            settles: [],
          },
        },
      ],
    ]);
  });

  it('is said to come back later where there is no network any more', async () => {
    const replica = new FakeReplica();
    const { user } = renderScreen(<RemovedList work={work} api={api} draw={() => null} />, { replica });
    await screen.findByRole('button', { name: 'Put it back' });
    act(() => replica.say({ waiting: 1, reachable: false }));
    await user.click(await screen.findByRole('button', { name: 'Put it back' }));
    expect(await screen.findByText('It comes back as soon as Quillshelf can be reached.')).toBeTruthy();
    act(() => replica.say({ waiting: 0 }));
    expect(await screen.findByText('It is back.')).toBeTruthy();
  });

  it('is there as soon as the school has heard of it', async () => {
    removed = [];
    const replica = new FakeReplica();
    replica.say({ waiting: 1 });
    renderScreen(<RemovedList work={work} api={api} draw={() => null} />, { replica });
    await screen.findByRole('status', { name: 'The chapters that you took out are being looked for' });
    removed = [wind];
    act(() => replica.say({ waiting: 0 }));
    expect(await screen.findByRole('button', { name: 'Put it back' })).toBeTruthy();
  });

  it('shows up later where there is no network for it to be told to the school', async () => {
    removed = [];
    const replica = new FakeReplica();
    renderScreen(<RemovedList work={work} api={api} draw={() => null} />, { replica });
    await screen.findByText('You have taken no chapter out.');
    act(() => replica.say({ waiting: 1, reachable: false }));
    expect(await screen.findByText(/show up here as soon as Quillshelf can be reached/u)).toBeTruthy();
  });

  it('is put back once by two taps, and still said to be back when the school has it back', async () => {
    const { user, replica } = await open();
    let store = () => undefined as void;
    const enqueue = vi.spyOn(replica, 'enqueue').mockReturnValue(
      new Promise((resolve) => {
        store = () => resolve({ mutation_id: id(9), replaces: null });
      }),
    );
    await user.dblClick(await screen.findByRole('button', { name: 'Put it back' }));
    expect(enqueue).toHaveBeenCalledTimes(1);
    act(() => replica.say({ waiting: 1 }));
    store();
    await screen.findByText('It comes back as soon as Quillshelf can be reached.');
    removed = [];
    const asked = vi.spyOn(api, 'call');
    act(() => replica.say({ waiting: 0 }));
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(await screen.findByText('It is back.')).toBeTruthy();
    expect(screen.getByText('The wind')).toBeTruthy();
  });

  it('waits until the school has answered, which may still list what was put back before', async () => {
    const replica = new FakeReplica();
    replica.say({ waiting: 1 });
    const { user } = renderScreen(<RemovedList work={work} api={api} draw={() => null} />, { replica });
    await user.click(await screen.findByRole('button', { name: 'Put it back' }));
    expect(replica.queued).toEqual([]);
  });

  it('is put back with what came later where nothing had stood in it', async () => {
    removed = [{ ...wind, version: null, title: '', document: documentOf('') }];
    const { user, replica } = await open();
    const item = await screen.findByRole('listitem');
    expect(within(item).getByRole('group').textContent).toBe('It blew on.');
    await user.click(within(item).getByRole('button', { name: 'Put it back' }));
    await within(item).findByText('It is back.');
    expect(replica.queued).toMatchObject([
      [
        'writing.saveChapter',
        {
          body: {
            version: expect.not.stringContaining(id(3)),
            based_on: null,
            document: documentOf('It blew on.'),
            settles: [id(3)],
          },
        },
      ],
    ]);
  });

  it('is read and not put back while the teacher has the story', async () => {
    await open('submitted');
    await screen.findByText(/^Nothing is lost\./u);
    expect(screen.getByText('It blew on.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Put it back' })).toBeNull();
  });

  it('is not offered where nothing was taken out', async () => {
    removed = [];
    const asked = vi.spyOn(api, 'call');
    renderScreen(<RemovedChapters work={work} api={api} draw={() => null} />, { replica: new FakeReplica() });
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    await asked.mock.results[0]?.value;
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says so where there is no network any more and where it could not be kept', async () => {
    vi.stubGlobal('reportError', vi.fn());
    const cut = renderScreen(<RemovedChapters work={work} api={api} draw={() => null} />, {
      replica: new FakeReplica(),
    });
    const offer = await screen.findByRole('button', { name: 'Chapters that were taken out' });
    failure = new NoNetworkError('cut', false);
    await cut.user.click(offer);
    await screen.findByText(/show up here as soon as Quillshelf can be reached/u);
    cut.unmount();

    failure = null;
    const full = await open();
    full.replica.broken = new Error('The device is full');
    await full.user.click(await screen.findByRole('button', { name: 'Put it back' }));
    await screen.findByText('Your choice could not be kept on this tablet. Please tell your teacher.');
    expect(screen.queryByText('It is back.')).toBeNull();
  });
});
