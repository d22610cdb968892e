import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { PictureOfWork } from '#src/desk/desk-parts.ts';
import { PictureSheet } from './picture-sheet.tsx';

const hen = { sha256: 'a'.repeat(64), alt: 'A hen' };

function open(pictures: readonly PictureOfWork[] = [], opened = true) {
  const put = vi.fn<(picture: PictureOfWork) => void>();
  const stick = vi.fn<(make: () => Promise<BarePicture>, name: string) => void>();
  const { user } = renderScreen(
    <PictureSheet
      opened={opened}
      onClose={vi.fn()}
      kind="book"
      pictures={pictures}
      draw={() => <b />}
      onCamera={vi.fn()}
      onFiles={vi.fn()}
      onPicture={put}
      onSticker={stick}
    />,
  );
  return { user, put, stick };
}

/** What is plugged into this device. */
function devices(...kinds: MediaDeviceKind[]) {
  const enumerateDevices = vi.fn(() => Promise.resolve(kinds.map((kind) => ({ kind }))));
  Object.defineProperty(navigator, 'mediaDevices', { value: { enumerateDevices }, configurable: true });
  return enumerateDevices;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

describe('the sheet of pictures', () => {
  it('takes a photograph only where there is a camera', async () => {
    devices('audioinput', 'videoinput');
    open();
    expect(await screen.findByRole('button', { name: 'Take a photo' })).toBeTruthy();
  });

  it('looks for a camera before it opens, so that nothing moves under a finger', async () => {
    const enumerateDevices = devices('videoinput');
    open([], false);
    await waitFor(() => expect(enumerateDevices).toHaveBeenCalledOnce());
  });

  it('has no camera where none is plugged in', async () => {
    devices('audioinput');
    open();
    await screen.findByRole('button', { name: 'Fox' });
    expect(screen.queryByRole('button', { name: 'Take a photo' })).toBeNull();
  });

  it('reads out what to do to a child who cannot read yet', async () => {
    const speech = FakeSpeech.install();
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said[0]).toMatch(/^Choose a picture\./u);
    // It is no part of the name.
    expect(screen.getByRole('dialog', { name: 'Picture' })).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('has stickers by category and by name', async () => {
    const { user, stick } = open();
    const food = await screen.findByRole('button', { name: 'Food' });
    // Who cannot read finds it by its picture.
    expect(food.querySelector('svg')).not.toBeNull();
    await user.click(food);
    expect(screen.queryByRole('button', { name: 'Fox' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Apple' }));
    expect(stick.mock.calls.map(([, name]) => name)).toEqual(['Apple']);
    const field = screen.getByRole('searchbox', { name: 'Look for a sticker' });
    await user.type(field, 'ROCK');
    await screen.findByRole('button', { name: 'Rocket' });
    expect(screen.queryByRole('button', { name: 'Apple' })).toBeNull();
    await user.type(field, 'xyz');
    await screen.findByText(/^No sticker has this name/u);
  });

  it('has the pictures of the book itself, where it has some', async () => {
    const { user, put } = open([hen]);
    await user.click(await screen.findByRole('button', { name: 'In this book' }));
    await user.click(screen.getByRole('button', { name: 'A hen' }));
    await waitFor(() => expect(put).toHaveBeenCalledWith(hen));
  });
});
