import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { deskParts } from '#src/areas/desk-parts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { WordsOnDevice } from '#src/desk/left-words.ts';
import { StorySteps } from './story-desk.tsx';
import { StoryList } from './story-list.tsx';

// jsdom lays nothing out, and the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const work = sampleOwnWork();
const chapterOf = (place: number, fields: Partial<OwnChapter> = {}): OwnChapter => {
  const [id, document] = [uuidv7(), documentOf(`Part ${place + 1}.`)];
  return { id, work_id: work.id, place, title: '', document, version: null, others: [], ...fields };
};

vi.mock(import('#src/desk/shrink-picture.ts'), async (original) => ({
  ...(await original()),
  shrinkPicture: async (file) => ({
    media_type: 'image/jpeg',
    bytes: new Uint8Array(await file.arrayBuffer()),
  }),
}));

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
  useSessionStore.setState({ user: null });
});

function openDesk(own: OwnWork, chapters: readonly OwnChapter[], address = '?step=write') {
  replica.putStory(own, ...chapters);
  return renderScreen(
    <StorySteps
      story={own.id}
      draw={(document) => <p>{textOf(document)}</p>}
      exporting={() => null}
      parts={deskParts}
      ear={() => null}
    />,
    { replica, address: `/${address}` },
  );
}

/** The number of the chapter that is on the paper. */
const openPart = async () =>
  (await screen.findByRole('textbox', { name: /^Chapter \d+$/u })).getAttribute('aria-label');
/** The line that leads to the list of all chapters: “2 of 3”. */
const allParts = () => screen.findByRole('button', { name: /^\d+ of \d+$/u });

describe('a story that this device does not know', () => {
  it('says so as the title of its page, and leads back', async () => {
    useSessionStore.setState({ user: zoe });
    renderScreen(
      <StorySteps
        story="none"
        kind="book"
        draw={() => null}
        exporting={() => null}
        parts={deskParts}
        ear={() => null}
      />,
      { replica },
    );
    await screen.findByRole('heading', { level: 1, name: 'This book is not here' });
    expect(document.title).toBe('This book is not here');
    expect(screen.getByRole('link', { name: 'My page' }).getAttribute('href')).toBe('/dashboard');
  });
});

describe('another step', () => {
  it('begins at its top, however far down one was', async () => {
    const { user } = openDesk(work, [chapterOf(0)], '?step=preview');
    await user.click(await screen.findByRole('link', { name: 'Plan' }));
    const desk = document.querySelector('[data-desk-work]');
    if (desk) desk.scrollTop = 300;
    await user.click(screen.getByRole('link', { name: 'Read it' }));
    expect(desk?.scrollTop).toBe(0);
  });
});

describe('the chapters of a story', () => {
  it('begin, where the page is loaded again, with the one that was open, also from another step', async () => {
    const chapters = [chapterOf(0), chapterOf(1)];
    const { user, unmount } = openDesk(work, chapters);
    expect(await openPart()).toBe('Chapter 1');
    await user.click(screen.getByRole('button', { name: 'Next chapter' }));
    const address = screen.getByLabelText('Address').textContent ?? '';
    unmount();
    const again = openDesk(work, chapters, address.slice(1));
    expect(await openPart()).toBe('Chapter 2');
    await again.user.click(screen.getByRole('link', { name: 'Read it' }));
    await again.user.click(screen.getByRole('link', { name: 'Write' }));
    expect(await openPart()).toBe('Chapter 2');
  });

  it('begin with the one that was written last, and with the plan where nothing was written', async () => {
    const [older, newer] = [uuidv7(), uuidv7()];
    const chapters = [chapterOf(0, { version: older }), chapterOf(1, { version: newer }), chapterOf(2)];
    const { unmount } = openDesk(work, chapters, '');
    expect(await openPart()).toBe('Chapter 2');
    unmount();
    replica = new FakeReplica();
    openDesk(work, [chapterOf(0)], '');
    expect(await screen.findByLabelText('My plan')).toBeTruthy();
  });

  it('begin with the one that a teacher wrote at, where the story came back', async () => {
    const chapters = [chapterOf(0, { version: uuidv7() }), chapterOf(1, { version: uuidv7() })];
    const comments = [{ id: uuidv7(), chapter_id: chapters[0]?.id ?? '', text: 'Why?' }];
    const review = { action: 'returned', reason: 'Go on', by: 'Clara', comments };
    const speech = FakeSpeech.install();
    const { user } = openDesk({ ...work, state: 'returned', review } as OwnWork, chapters, '');
    expect(await openPart()).toBe('Chapter 1');
    // Who cannot read hears it.
    await user.click(await screen.findByRole('button', { name: 'Hear it' }));
    expect(speech.said).toEqual(['Go on Why?']);
    vi.unstubAllGlobals();
  });

  it('are led to from Finish, each to the words of the teacher that are read there', async () => {
    const chapters = [chapterOf(0), chapterOf(1)];
    const said = { id: uuidv7(), chapter_id: chapters[1]?.id ?? '', text: 'What then?' };
    const review = { action: 'returned', by: 'Clara Weiss', reason: 'Lovely', comments: [said] };
    const { user } = openDesk({ ...work, state: 'returned', review } as OwnWork, chapters, '?step=check');
    await user.click(await screen.findByRole('button', { name: /^Chapter 2 ?What then\?$/u }));
    expect(await openPart()).toBe('Chapter 2');
    const slip = screen.getByText('Clara Weiss wrote to you').closest('details');
    expect(slip?.open).toBe(true);
    expect(slip?.textContent).toContain('About this chapter');
  });

  it('are named beside the words of the teacher where nothing can be written', async () => {
    const chapters = [chapterOf(0), chapterOf(1)];
    const said = { id: uuidv7(), chapter_id: chapters[1]?.id ?? '', text: 'What a kite!' };
    const review = { action: 'published', by: 'Clara Weiss', reason: 'Lovely', comments: [said] };
    openDesk({ ...work, state: 'published', review } as OwnWork, chapters, '');
    const slip = (await screen.findByText('Clara Weiss wrote to you')).closest('details');
    expect(slip?.textContent).toMatch(/Chapter 2\sWhat a kite!/u);
  });

  it('leave the keyboard at the top of a step whose button led there', async () => {
    const { user } = openDesk(work, [chapterOf(0)], '?step=preview');
    const next = await screen.findByRole('link', { name: 'Next: Finish' });
    next.focus();
    await user.keyboard('{Enter}');
    await user.tab();
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^(Done|Missing): /u),
    );
  });

  it('say which of them have words of the teacher, or versions to choose from', async () => {
    const others = [{ version: uuidv7(), title: '', document: documentOf('Otherwise.') }];
    const chapters = [chapterOf(0), chapterOf(1), chapterOf(2, { others })];
    const comments = [{ id: uuidv7(), chapter_id: chapters[1]?.id ?? '', text: 'What then?' }];
    const review = { by: 'Clara Weiss', reason: 'Lovely', comments };
    const { user } = openDesk({ ...work, state: 'returned', review } as OwnWork, chapters);
    await user.click(await allParts());
    const parts = within(await screen.findByRole('dialog', { name: 'Chapters' }));
    const names = parts.getAllByRole('listitem').map((each) => within(each).getByRole('button'));
    expect(names.map((each) => each.getAttribute('aria-label'))).toEqual([
      'Chapter 1',
      'Chapter 2, with words for you',
      'Chapter 3, different versions',
    ]);
  });

  it('are one more, and not two, after a double click', async () => {
    const { user } = openDesk(work, [chapterOf(0)]);
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.dblClick(await screen.findByRole('button', { name: 'New chapter' }));
    await waitFor(async () => expect(await openPart()).toBe('Chapter 2'));
    expect(replica.queued.map(([name]) => name)).toEqual(['writing.addChapter']);
  });
});

describe('More', () => {
  const takenOut = 'Chapters that were taken out';
  const openMore = async (user: ReturnType<typeof openDesk>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'More' }));
    return within(await screen.findByRole('dialog', { name: 'More' }));
  };
  const rowsOf = (more: Awaited<ReturnType<typeof openMore>>) =>
    more.getAllByRole('listitem').map(({ textContent }) => textContent);

  it('offers nothing that there is not: no earlier versions, and nothing that was taken out', async () => {
    const { user } = openDesk(work, [chapterOf(0)]);
    expect(rowsOf(await openMore(user))).toEqual([
      'New chapter',
      'Name this chapter',
      'Save as a file',
      'Put this story away',
    ]);
  });

  it('offers earlier versions of what was saved, and what the school says was taken out', async () => {
    const path = `GET /own-stories/${work.id}/removed-chapters/`;
    const server = new FakeSchoolServer({ [path]: () => ({ body: { count: 1, next: null, results: [] } }) });
    const { user } = openDesk({ ...work, slug: 'the-kite' }, [chapterOf(0, { version: uuidv7() })]);
    const more = await openMore(user);
    await more.findByRole('button', { name: takenOut });
    expect(rowsOf(more)).toEqual([
      'New chapter',
      'Name this chapter',
      'Earlier versions',
      takenOut,
      'Save as a file',
      'Put this story away',
    ]);
    expect(server.asked.map(({ query }) => query)).toEqual([{ limit: '0' }]);
  });

  it('offers what was taken out before its words were seen to be saved, once the school has heard of it', async () => {
    let count = 0;
    const path = `GET /own-stories/${work.id}/removed-chapters/`;
    const server = new FakeSchoolServer({ [path]: () => ({ body: { count, next: null, results: [] } }) });
    const unsaved = chapterOf(0, { document: documentOf('') });
    const { user } = openDesk({ ...work, slug: 'the-kite' }, [unsaved, chapterOf(1)]);
    await openMore(user);
    await user.click(screen.getByRole('button', { name: 'Take this chapter out' }));
    await user.click(await screen.findByRole('button', { name: 'Take it out' }));
    await waitFor(() => expect(replica.queued).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => replica.say({ waiting: 1 }));
    expect(rowsOf(await openMore(user))).not.toContain(takenOut);
    count = 1;
    act(() => replica.say({ waiting: 0 }));
    await screen.findByRole('button', { name: takenOut });
    expect(server.asked).toHaveLength(2);
  });

  it('offers at once what was taken out just now, also without a network', async () => {
    replica.say({ reachable: false });
    const { user } = openDesk(work, [chapterOf(0), chapterOf(1)]);
    expect(rowsOf(await openMore(user))).not.toContain(takenOut);
    await user.click(screen.getByRole('button', { name: 'Take this chapter out' }));
    await user.click(await screen.findByRole('button', { name: 'Take it out' }));
    await waitFor(() => expect(replica.queued.map(([name]) => name)).toEqual(['writing.removeChapter']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(rowsOf(await openMore(user))).toContain(takenOut);
  });
});

describe('the language of a work', () => {
  const arabic = chapterOf(0, { document: documentOf('كان يا ما كان أرنب') });

  it('is proposed by its letters as long as nobody chose one', async () => {
    openDesk({ ...work, title: '' }, [arabic]);
    await waitFor(() =>
      expect(replica.queued).toEqual([
        ['writing.change', { params: { workId: work.id }, body: { language: 'ar', language_chosen: false } }],
      ]),
    );
  });

  it.each([
    ['was chosen', { title: '', language: 'fa' }, arabic],
    ['was chosen by hand, also that of the app', { title: '', language_chosen: true }, arabic],
    ['has these letters', { title: '' }, chapterOf(0, { document: documentOf('Once there was a kite') })],
  ])('stays where it %s', async (_what, fields, chapter) => {
    openDesk({ ...work, ...fields }, [chapter]);
    expect(await openPart()).toBe('Chapter 1');
    expect(replica.queued).toEqual([]);
  });
});

describe('the first picture of a work', () => {
  const picture = { type: 'picture', attrs: { sha256: 'a'.repeat(64), alt: '', width: 'full' } } as const;
  const drawn = new File(['pixels'], 'kite.png', { type: 'image/png' });
  const changes = () => replica.queued.filter(([name]) => name === 'writing.change');

  async function putIn(container: HTMLElement): Promise<void> {
    await screen.findByRole('textbox', { name: 'Chapter 1' });
    const [, input] = container.querySelectorAll<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is nothing to choose a file with');
    await userEvent.upload(input, drawn);
    await waitFor(() => expect(replica.keptPictures.size).toBe(1));
    await screen.findAllByRole('button', { name: 'Say what it shows' });
  }

  it('is its cover', async () => {
    const { container } = openDesk(work, [chapterOf(0)]);
    await putIn(container);
    const [cover] = replica.keptPictures.keys();
    await waitFor(() =>
      expect(changes()).toEqual([['writing.change', { params: { workId: work.id }, body: { cover } }]]),
    );
  });

  it('leaves the title alone on the cover where its author chose that, whatever comes later', async () => {
    const document: WorkDocument = { type: 'doc', content: [picture] };
    const { container } = openDesk({ ...work, cover: null }, [chapterOf(0, { document })]);
    await putIn(container);
    expect(changes()).toEqual([]);
  });
});

describe('a book', () => {
  const pages = [chapterOf(0, { version: uuidv7() }), chapterOf(1, { version: uuidv7() })];
  const openBook = (state: unknown) => {
    const book: OwnWork = { ...work, kind: 'book', title: '' };
    replica.putStory(book, ...pages);
    return renderScreen(
      <StorySteps
        story={book.id}
        kind="book"
        draw={(document) => <p>{textOf(document)}</p>}
        exporting={() => null}
        parts={deskParts}
        ear={() => null}
      />,
      { replica, address: `/?step=write&chapter=${pages[1]?.id}`, state },
    );
  };

  it('is named above its first page, which whoever comes to name it is led to', async () => {
    openBook({ title: true });
    const name = await screen.findByRole('textbox', { name: 'Name your book' });
    await screen.findByRole('textbox', { name: 'Page 1' });
    await waitFor(() => expect(document.activeElement).toBe(name));
  });

  it('shows what comes after a page that is taken out, and that page again once it is back', async () => {
    const all = [...pages, chapterOf(2)];
    const book: OwnWork = { ...work, kind: 'book' };
    openBook(null);
    await screen.findByRole('textbox', { name: 'Page 2' });
    const textOfPage = (number: number) =>
      screen.getByRole('textbox', { name: `Page ${number}` }).textContent;
    act(() => replica.putStory(book, ...all.toSpliced(1, 1)));
    await waitFor(() => expect(textOfPage(2)).toContain('Part 3.'));
    act(() => replica.putStory(book, ...all));
    await waitFor(() => expect(textOfPage(2)).toContain('Part 2.'));
    // Of the last one, what is before it.
    act(() => replica.putStory(book, ...pages.slice(0, 1)));
    await waitFor(() => expect(textOfPage(1)).toContain('Part 1.'));
  });

  it('has no name above its other pages', async () => {
    openBook(null);
    await screen.findByRole('textbox', { name: 'Page 2' });
    expect(screen.queryByRole('textbox', { name: 'Name your book' })).toBeNull();
  });
});

describe('a sheet over the desk', () => {
  it('closes with Escape, and gives the keyboard back', async () => {
    const { user } = openDesk(work, [chapterOf(0)]);
    const more = await screen.findByRole('button', { name: 'More' });
    await user.click(more);
    await screen.findByRole('dialog', { name: 'More' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(more));
  });
});

describe('the list of stories', () => {
  it('saves what a killed tab left in any of them, once', async () => {
    const chapter = chapterOf(0);
    replica.putStory(work, chapter);
    const localDrafts = new FakeLocalDrafts();
    const owner = { tenant_id: zoe.tenant_id, user_id: zoe.id };
    useSessionStore.setState({ user: zoe, ended: null });
    const typed = { based_on: null, title: '', document: documentOf('And then it flew.') };
    await new WordsOnDevice(localDrafts.of(owner), chapter).keep(typed);
    const list = <StoryList title="Write a story" other={{ to: '/books', label: 'Make a book' }} />;
    const { unmount } = renderScreen(list, { replica, localDrafts });
    unmount();
    renderScreen(list, { replica, localDrafts });
    await waitFor(() => expect(replica.queued).toHaveLength(1));
    expect(replica.queued[0]).toMatchObject(['writing.saveChapter', { body: { document: typed.document } }]);
    await waitFor(() => expect(localDrafts.text).toBe(''));
  });
});
