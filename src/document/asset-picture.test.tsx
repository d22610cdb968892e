import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { sampleProfile, sampleWorkCard } from '#tests/support/screen-samples.ts';
import { AssetPicture } from './asset-picture.tsx';
import { WorkCover } from './work-cover.tsx';

const picture = { sha256: 'a'.repeat(64), alt: 'A red hen' };

/** Scrolls close to what is looked out for. */
let comeClose: () => void = () => undefined;

function lookOut() {
  const seen: IntersectionObserverCallback[] = [];
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        seen.push(callback);
      }
      observe(): void {}
      disconnect = disconnect;
    },
  );
  comeClose = () => {
    for (const callback of seen)
      callback([{ isIntersecting: true } as IntersectionObserverEntry], {} as IntersectionObserver);
  };
  return { seen, disconnect };
}

const fetching = () => ({ picture: vi.fn(() => Promise.resolve(new Blob(['x'], { type: 'image/png' }))) });

beforeEach(() => useSessionStore.setState({ user: sampleProfile() }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a picture of a long page', () => {
  it('is named from the start, and fetched once somebody comes close', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:hen');
    const { disconnect } = lookOut();
    const client = fetching();
    render(<AssetPicture picture={picture} audience="private" whenNear client={client} />);
    expect(screen.getByRole('img', { name: 'A red hen' }).tagName).toBe('SPAN');
    expect(client.picture).not.toHaveBeenCalled();
    act(() => comeClose());
    await waitFor(() => expect(screen.getByRole('img', { name: 'A red hen' }).tagName).toBe('IMG'));
    expect(client.picture).toHaveBeenCalledTimes(1);
    expect(disconnect).toHaveBeenCalled();
  });

  it('is not looked out for where few stand', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:hen');
    const { seen } = lookOut();
    const client = fetching();
    render(<AssetPicture picture={picture} audience="private" client={client} />);
    expect(client.picture).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([]);
    await screen.findByRole('img');
  });
});

describe('a cover whose picture is not on this device', () => {
  const work = sampleWorkCard(1, {
    title: 'The red hen',
    cover: { sha256: 'b'.repeat(64), alt: '', width: 600, height: 800, media_type: 'image/png' },
  });
  const client = { picture: vi.fn(() => Promise.reject(new Error('No network'))) };

  it('is cloth with the title, named as the picture would be', async () => {
    render(<WorkCover work={work} client={client} />);
    const cover = await screen.findByRole('img', { name: 'Cover of The red hen' });
    expect(cover.textContent).toContain('The red hen');
  });

  it('has no name beside a title', async () => {
    render(<WorkCover work={work} decorative client={client} />);
    expect(await screen.findByText('The red hen')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
  });
});
