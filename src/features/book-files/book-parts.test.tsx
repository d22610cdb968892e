import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { AddFiles } from './add-files.tsx';
import { CoverPicture } from '#src/features/finishing/cover-picture.tsx';
import { PageStrip } from '#src/desk/page-strip.tsx';

const [hen, fox] = ['a'.repeat(64), 'b'.repeat(64)];
const work = sampleOwnWork({ id: 'book', kind: 'book', title: 'The hen' });

const shows = (sha256: string, alt: string): WorkDocument => {
  return { type: 'doc', content: [{ type: 'picture', attrs: { sha256, alt, width: 'full' } }] };
};
const page = (id: string, place: number, document: WorkDocument): OwnChapter => {
  return { id, work_id: work.id, place, title: '', document, version: null, others: [] };
};
const draw = (document: WorkDocument) => (
  <b data-drawn={JSON.stringify(document).includes(hen) ? 'hen' : 'other'} />
);

describe('the picture on the cover', () => {
  const pages = [page('1', 0, shows(hen, 'A hen')), page('2', 1, shows(fox, ''))];

  it('is one of the book’s own, or none', async () => {
    const choose = vi.fn<(cover: string | null) => void>();
    renderScreen(
      <CoverPicture
        work={{ ...work, cover: hen }}
        chapters={pages}
        draw={draw}
        onChoose={choose}
        onDraw={vi.fn()}
      />,
    );
    expect(screen.getByRole('button', { name: 'A hen', pressed: true })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Picture 2', pressed: false }));
    await userEvent.click(screen.getByRole('button', { name: /The title alone/u }));
    expect(choose.mock.calls).toEqual([[fox], [null]]);
  });

  it('is none where the one that was chosen was taken out', () => {
    renderScreen(
      <CoverPicture
        work={{ ...work, cover: 'c'.repeat(64) }}
        chapters={pages}
        draw={draw}
        onChoose={vi.fn()}
        onDraw={vi.fn()}
      />,
    );
    expect(screen.getByRole('button', { name: /The title alone/u, pressed: true })).toBeDefined();
  });

  it('says what to do where there is no picture yet', () => {
    renderScreen(
      <CoverPicture
        work={work}
        chapters={[page('1', 0, documentOf('A hen.'))]}
        draw={draw}
        onChoose={vi.fn()}
        onDraw={vi.fn()}
      />,
    );
    expect(
      screen.getByText('Draw a cover, or put a picture into your book and choose it here.'),
    ).toBeDefined();
  });
});

describe('the pages of a book, small', () => {
  it('are each a button, and only those near the open one are drawn', async () => {
    const choose = vi.fn<(id: string) => void>();
    const pages = Array.from({ length: 30 }, (_each, number) => page(String(number), number, shows(hen, '')));
    const { container } = renderScreen(
      <PageStrip marks={new Map()} pages={pages} place={10} draw={draw} onChoose={choose} />,
    );
    expect(screen.getAllByRole('button')).toHaveLength(30);
    expect(screen.getByRole('button', { name: 'Page 11' }).getAttribute('aria-current')).toBe('true');
    expect(container.querySelectorAll('[data-drawn=hen]')).toHaveLength(23);
    await userEvent.click(screen.getByRole('button', { name: 'Page 30' }));
    expect(choose).toHaveBeenCalledWith('29');
  });

  it('tell what is said on one that has a recording alone, or that something is', () => {
    const says = (alt: string): WorkDocument => ({
      type: 'doc',
      content: [{ type: 'recording', attrs: { sha256: hen, alt, seconds: 4 } }],
    });
    const pages = [page('1', 0, says('I sing')), page('2', 1, says(''))];
    renderScreen(<PageStrip marks={new Map()} pages={pages} place={0} draw={draw} onChoose={vi.fn()} />);
    expect(screen.getByText('I sing')).toBeTruthy();
    expect(
      screen.getByRole('button', { name: 'Page 2' }).querySelector('.tabler-icon-microphone'),
    ).toBeTruthy();
  });
});

describe('files for a book', () => {
  const close = vi.fn<() => void>();
  const open = (pages: readonly OwnChapter[]) =>
    renderScreen(<AddFiles work={work} chapters={pages} onAdded={vi.fn()} onClose={close} />, {
      replica: new FakeReplica(),
    });

  async function choose(container: HTMLElement, ...files: File[]): Promise<void> {
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is nothing to choose files with');
    await userEvent.upload(input, files, { applyAccept: false });
  }

  it('are put aside with a cross', async () => {
    open([page('1', 0, documentOf(''))]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('take the keyboard, and have it again once they were looked at', async () => {
    const { container } = open([page('1', 0, documentOf(''))]);
    const button = () => screen.findByRole('button', { name: 'Choose pictures or a PDF' });
    expect(document.activeElement).toBe(await button());
    await choose(container, new File([], 'nothing.png'));
    await screen.findByText(/There is nothing in this file\./u);
    expect(document.activeElement).toBe(await button());
  });

  it('are told one by one where nothing can be made of them', async () => {
    const { container } = open([page('1', 0, documentOf(''))]);
    const bomb = new Uint8Array(60);
    bomb.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    new DataView(bomb.buffer).setUint32(16, 90_000);
    new DataView(bomb.buffer).setUint32(20, 90_000);
    await choose(container, new File([], 'nothing.png'), new File([bomb], 'bomb.png'));
    await screen.findByText(/There is nothing in this file\./u);
    screen.getByText(/This picture is too large for a tablet\./u);
    expect(screen.queryByText(/in your book now/u)).toBeNull();
  });

  it('cannot be chosen where the book is full', () => {
    open(
      Array.from({ length: limits.chaptersPerStory }, (_each, number) =>
        page(String(number), number, documentOf('Once.')),
      ),
    );
    expect(screen.getByRole('button', { name: 'Choose pictures or a PDF' })).toHaveProperty('disabled', true);
  });

  it('are too many for the room that there is, and nothing is added', async () => {
    const { container } = open(
      Array.from({ length: limits.chaptersPerStory - 1 }, (_each, number) =>
        page(String(number), number, documentOf('Once.')),
      ),
    );
    await choose(container, new File(['x'], 'one.png'), new File(['y'], 'two.png'));
    const said = await screen.findByText(/There is room for 1 more/u);
    expect(said.textContent).toContain('these are 2. Nothing was added.');
  });
});
