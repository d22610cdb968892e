import { act, screen, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it, vi } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { ChapterHistory, OtherVersions } from './chapter-versions.tsx';

const [earlier, here, there] = [uuidv7(), uuidv7(), uuidv7()];
const chapter: OwnChapter = {
  id: uuidv7(),
  work_id: sampleOwnWork().id,
  place: 0,
  title: '',
  document: documentOf('It blew.'),
  version: here,
  others: [{ version: there, title: '', document: documentOf('It blew on.') }],
};
const draw = (document: OwnChapter['document']) => <p>{textOf(document)}</p>;

/** Of the one save that is queued. */
const saved = ({ queued }: FakeReplica) => queued.map(([, input]) => (input as { body: object }).body);

describe('earlier versions', () => {
  it('have what was saved a moment ago as soon as the school has heard of it', async () => {
    let results: unknown[] = [];
    const api: ApiClient = { call: () => Promise.resolve({ results } as never) };
    const replica = new FakeReplica();
    replica.say({ waiting: 1 });
    renderScreen(<ChapterHistory chapter={chapter} draw={draw} onChosen={() => undefined} api={api} />, {
      replica,
    });
    await screen.findByText('There are no earlier versions yet.');
    results = [
      { version: earlier, title: '', document: documentOf('A wind.'), made_at: '2026-11-22T10:00:00.000Z' },
    ];
    act(() => replica.say({ waiting: 0 }));
    expect(await screen.findByText('A wind.')).toBeTruthy();
  });
});

describe('a version that is chosen', () => {
  it('is saved once by two taps', async () => {
    const replica = new FakeReplica();
    const enqueue = vi.spyOn(replica, 'enqueue').mockReturnValue(new Promise(() => undefined));
    const { user } = renderScreen(
      <OtherVersions chapter={chapter} part="page" draw={draw} onChosen={() => undefined} />,
      { replica },
    );
    const [first] = screen.getAllByRole('button', { name: 'Go on with this one' });
    await user.dblClick(first!);
    expect(enqueue).toHaveBeenCalledTimes(1);
  });

  it('is saved as a new one that settles those beside it, whichever it is', async () => {
    for (const [place, words] of ['It blew.', 'It blew on.'].entries()) {
      const replica = new FakeReplica();
      const onChosen = vi.fn();
      const { user, unmount } = renderScreen(
        <OtherVersions chapter={chapter} part="page" draw={draw} onChosen={onChosen} />,
        { replica },
      );
      const [chosen] = screen.getAllByRole('listitem').slice(place);
      await user.click(within(chosen!).getByRole('button', { name: 'Go on with this one' }));
      await vi.waitFor(() => expect(onChosen).toHaveBeenCalled());
      expect(saved(replica)).toEqual([
        {
          version: expect.not.stringMatching(new RegExp(`${here}|${there}`, 'u')),
          based_on: here,
          title: '',
          document: documentOf(words),
          settles: [there],
        },
      ]);
      unmount();
    }
  });

  it('is saved as a new one where it is an earlier one', async () => {
    const results = [
      { version: earlier, title: '', document: documentOf('A wind.'), made_at: '2026-11-22T10:00:00.000Z' },
    ];
    const api: ApiClient = { call: () => Promise.resolve({ results } as never) };
    const replica = new FakeReplica();
    const onChosen = vi.fn();
    const { user } = renderScreen(
      <ChapterHistory chapter={chapter} draw={draw} onChosen={onChosen} api={api} />,
      { replica },
    );
    await user.click(await screen.findByRole('button', { name: 'Bring this one back' }));
    await vi.waitFor(() => expect(onChosen).toHaveBeenCalled());
    expect(saved(replica)).toMatchObject([
      { version: expect.not.stringContaining(earlier), based_on: here, document: documentOf('A wind.') },
    ]);
  });
});
