import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf, picturesIn, textOf } from '#contract/works/document.rules.ts';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { deskParts } from '#src/areas/desk-parts.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { StorySteps } from '#src/features/writing/story-desk.tsx';

vi.mock(import('#src/desk/shrink-picture.ts'), async (original) => ({
  ...(await original()),
  shrinkPicture: async (file) => ({
    media_type: 'image/jpeg',
    bytes: new Uint8Array(await file.arrayBuffer()),
  }),
}));

// jsdom lays nothing out, and the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

const hen = 'a'.repeat(64);
const work = sampleOwnWork({ kind: 'book', title: 'The hen' });
const picture = (sha256 = hen): Block => ({
  type: 'picture',
  attrs: { sha256, alt: 'A hen', width: 'full' },
});
const page = (place: number, ...content: Block[]): OwnChapter => {
  const document: WorkDocument = { type: 'doc', content };
  return { id: uuidv7(), work_id: work.id, place, title: '', document, version: null, others: [] };
};
const { content: words } = documentOf('A hen.');
const photograph = new File(['pixels'], 'IMG_1.jpg', { type: 'image/jpeg' });

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
});

function open(...pages: OwnChapter[]) {
  replica.putStory(work, ...pages);
  return renderScreen(
    <StorySteps
      story={work.id}
      kind="book"
      draw={(document) =>
        picturesIn(document).map(({ sha256, alt }) => <img key={sha256} src={`/${sha256}`} alt={alt} />)
      }
      exporting={() => null}
      parts={deskParts}
      ear={() => null}
    />,
    { replica, address: '/?step=write' },
  );
}

const tile = (name: string) => screen.findByRole('button', { name });
const openPage = async () =>
  (await screen.findByRole('textbox', { name: /^Page \d+$/u })).getAttribute('aria-label');

/** The page that was saved last. */
function saved(): WorkDocument | undefined {
  const [, input] = replica.queued.findLast(([name]) => name === 'writing.saveChapter') ?? [];
  return (input as { body: { document: WorkDocument } } | undefined)?.body.document;
}

async function choose(container: HTMLElement, file: File): Promise<void> {
  const [, input] = container.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is nothing to choose a file with');
  await userEvent.upload(input, file);
}

describe('a page of a book', () => {
  it('is not saved by being opened, looked through and closed', async () => {
    const { user, unmount } = open(page(0, picture()), page(1, picture(), ...words), page(2, ...words));
    expect(await openPage()).toBe('Page 1');
    await user.keyboard('{ArrowRight}');
    await waitFor(async () => expect(await openPage()).toBe('Page 2'));
    await user.keyboard('{PageDown}');
    await waitFor(async () => expect(await openPage()).toBe('Page 3'));
    await user.keyboard('{ArrowLeft}');
    await waitFor(async () => expect(await openPage()).toBe('Page 2'));
    unmount();
    expect(replica.queued).toEqual([]);
  });

  it('has its layout by a tap, and back by Undo', async () => {
    const { user } = open(page(0, picture(), ...words));
    expect((await tile('Picture first')).getAttribute('aria-pressed')).toBe('true');
    await user.click(await tile('Small last'));
    expect((await tile('Small last')).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect((await tile('Picture first')).getAttribute('aria-pressed')).toBe('true');
    await user.click(await tile('Picture last'));
    await waitFor(() => expect(saved()?.content).toEqual([...words, picture()]));
  });

  it('remembers a tile for a picture that is not there yet', async () => {
    const { user, container } = open(page(0, ...words));
    await screen.findByRole('button', { name: 'Picture goes here' });
    await user.click(await tile('Small last'));
    expect(replica.queued).toEqual([]);
    await choose(container, photograph);
    await waitFor(() => expect(saved()?.content.map(({ type }) => type)).toEqual(['paragraph', 'picture']));
    expect(saved()?.content[1]).toMatchObject({ attrs: { width: 'small', alt: '' } });
  });

  it('keeps the keyboard: on the picture that came, and in the page that was made', async () => {
    const { user, container } = open(page(0));
    await user.click(await screen.findByRole('button', { name: 'Picture goes here' }));
    const [, input] = container.querySelectorAll('input[type=file]');
    if (input) fireEvent.change(input, { target: { files: [photograph] } });
    await user.keyboard('{Escape}');
    const shown = await screen.findByRole('button', { name: 'The picture' });
    await waitFor(() => expect(document.activeElement).toBe(shown));
    const [next] = screen.getAllByRole('button', { name: 'New page' });
    next?.focus();
    await user.keyboard('{Enter}');
    const second = await screen.findByRole('textbox', { name: 'Page 2' });
    await waitFor(() => expect(document.activeElement).toBe(second));
  });

  it('is found in the list of all by its picture', async () => {
    const { user } = open(page(0, picture()), page(1, ...words));
    await user.click(await screen.findByRole('button', { name: '1/2, all pages' }));
    const list = await screen.findByRole('dialog', { name: 'Pages' });
    expect(list.querySelector('img')?.getAttribute('src')).toBe(`/${hen}`);
  });

  it('has no tiles where no tile is like it', async () => {
    open(page(0, ...words, picture(), ...words));
    expect(await openPage()).toBe('Page 1');
    expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull();
    await screen.findByRole('button', { name: 'Move up' });
  });

  it('asks where a picture goes if it has one: instead, or on a new page', async () => {
    const { user, container } = open(page(0, picture(), ...words), page(1, ...words));
    await screen.findByRole('button', { name: 'The picture “A hen”' });
    await choose(container, photograph);
    await user.click(await screen.findByRole('button', { name: 'Instead' }));
    const [first = ''] = [...replica.keptPictures.keys()];
    await waitFor(() =>
      expect(saved()?.content).toEqual([
        { ...picture(first), attrs: { sha256: first, alt: '', width: 'full' } },
        ...words,
      ]),
    );
    await choose(container, photograph);
    await user.click(await screen.findByRole('button', { name: 'On a new page' }));
    await waitFor(async () => expect(await openPage()).toBe('Page 2'));
    const [, second = ''] = [...replica.keptPictures.keys()];
    await waitFor(() => expect(saved()?.content).toMatchObject([{ attrs: { sha256: second } }]));
  });

  it('shows what can be done with its picture, by the keyboard too', async () => {
    const { user } = open(page(0, picture(), ...words));
    const button = await screen.findByRole('button', { name: 'The picture “A hen”' });
    button.focus();
    await user.keyboard('{Enter}');
    for (const name of ['Move', 'Turn', 'Change', 'Remove']) await screen.findByRole('button', { name });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Move' }));
    await waitFor(() => expect(saved()?.content).toEqual([...words, picture()]));
    await user.click(screen.getByRole('button', { name: 'The picture “A hen”' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(saved()?.content).toEqual(words));
  });

  it('is saved as a picture alone while nothing is written beside it', async () => {
    const { user } = open(page(0, picture()), page(1, ...words));
    await user.click(await screen.findByRole('button', { name: 'Words go here' }));
    await user.click(await tile('Picture last'));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(async () => expect(await openPage()).toBe('Page 2'));
    expect(saved()?.content).toEqual([picture()]);
    expect(textOf(saved() ?? documentOf(''))).toBe('');
  });
});
