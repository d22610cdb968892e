import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import * as saveFile from '#src/ui/save-file.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleOwnWork } from '#tests/support/screen-samples.ts';
import { until } from '#tests/support/until.ts';
import { ExportWork } from './export-work.tsx';
import { exportedOwnWork, fetchPictures, fileNameOf, type ExportedWork } from './exported-work.ts';

const hen = 'a'.repeat(64);
const work: ExportedWork = {
  id: '01a20000-0000-7000-8000-000000000000',
  kind: 'story',
  title: 'The hen',
  byline: 'Zoë',
  language: 'en',
  blurb: '',
  dedication: '',
  aboutAuthor: '',
  credits: [],
  cover: hen,
  parts: [{ id: '1', title: 'One', document: documentOf('A hen.') }],
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the way to a file', () => {
  it('hands it to the browser under the name of the work', async () => {
    const save = vi.spyOn(saveFile, 'saveFile').mockReturnValue();
    const picture = vi.fn(() => Promise.resolve(new Blob(['x'], { type: 'image/png' })));
    renderScreen(<ExportWork read={() => work} client={{ picture }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Save as EPUB' }));
    await screen.findByText('Saved: The hen.epub');
    expect(save).toHaveBeenCalledWith(expect.any(Blob), 'The hen.epub');
    expect(picture).toHaveBeenCalledTimes(1);
  });

  it('says that it needs a network, and can be tried again', async () => {
    const save = vi.spyOn(saveFile, 'saveFile').mockReturnValue();
    const picture = vi.fn(() => Promise.reject(new NoNetworkError('gone', false)));
    renderScreen(<ExportWork read={() => work} client={{ picture }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Save as EPUB' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Quillshelf cannot be reached right now.',
    );
    expect(save).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Save as EPUB' })).toHaveProperty('disabled', false);
  });

  it('is left when somebody stops it', async () => {
    const save = vi.spyOn(saveFile, 'saveFile').mockReturnValue();
    const picture = (_path: string, signal: AbortSignal) =>
      new Promise<Blob>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    renderScreen(<ExportWork read={() => work} client={{ picture }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Save as EPUB' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await until(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(save).not.toHaveBeenCalled();
  });
});

describe('the pictures of a work', () => {
  const hat = 'b'.repeat(64);
  const shown = (sha256: string) => ({ type: 'picture', attrs: { sha256, alt: '', width: 'full' } }) as const;
  const withTwo = {
    ...work,
    parts: [{ id: '1', title: '', document: { type: 'doc' as const, content: [shown(hen), shown(hat)] } }],
  };
  const refusedWith = (status: number) =>
    new ApiProblem(status, { error: 'No.', code: 'request.refused', errors: {}, request_id: '1' }, null);
  /** Answers for the hen with this, and for the hat with a picture. */
  const fetchWith = (answer: Error) =>
    fetchPictures(
      withTwo,
      { picture: (path) => (path.includes(hen) ? Promise.reject(answer) : Promise.resolve(new Blob(['x']))) },
      { signal: new AbortController().signal, onProgress: vi.fn() },
    );

  it('are those that there are', async () => {
    expect([...(await fetchWith(refusedWith(404))).keys()]).toEqual([hat]);
  });

  it.each([refusedWith(503), refusedWith(401), new NoNetworkError('gone', false)])(
    'are not done without where anything else is in the way: %s',
    async (answer) => {
      await expect(fetchWith(answer)).rejects.toBe(answer);
    },
  );
});

describe('the name of a file', () => {
  it.each([
    ['The red hen', 'The red hen.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['a<b>:"c|d?*', 'a b c d.pdf'],
    ['小明的书', '小明的书.pdf'],
    ['', 'story.pdf'],
    ['...', 'story.pdf'],
    ['\u202Egnp.exe', 'gnp.exe.pdf'],
  ])('of %s is %s', (title, name) => {
    expect(fileNameOf({ title, kind: 'story' }, 'pdf')).toBe(name);
  });
});

describe('a work as its author’s device has it', () => {
  it('has a cover that it shows, and no other', () => {
    const own = sampleOwnWork({ id: '1', kind: 'book', title: 'The hen', plan: 'Only mine', cover: hen });
    const page = { id: 'p', work_id: '1', place: 0, title: '', version: null, others: [] };
    const picture = { type: 'picture', attrs: { sha256: hen, alt: '', width: 'full' } } as const;
    const shown = { ...page, document: { type: 'doc' as const, content: [picture] } };
    expect(exportedOwnWork(own, [shown], 'Zoë').cover).toBe(hen);
    const taken = exportedOwnWork(own, [{ ...page, document: documentOf('A hen.') }], 'Zoë');
    expect(taken.cover).toBeNull();
    expect(JSON.stringify(taken)).not.toContain('Only mine');
  });
});
