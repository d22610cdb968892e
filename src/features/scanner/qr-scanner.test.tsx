import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '#src/session/device-storage.ts';
import { FakeCameras } from '#tests/support/fake-cameras.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { chosenCameraKey } from './camera.ts';
import { QrScanner } from './qr-scanner.tsx';
import { NoReaderError, type CodeReader, type OpenReader } from './code-reader.ts';
import { cameraObstacles, photoFailures, readerObstacles, words } from './scanner-words.ts';

const card = '{"username":"maple-otter-12","password":"q7Zr2xW9Kc4LmB8vTn3HsA"}';
const anotherCard = card.replace('otter', 'moth');
const poster = 'WIFI:T:WPA;S:Class3M;P:not-a-secret;;';

let cameras: FakeCameras;
/** The codes before the camera, and in the next photo. */
let inView: string[];
let isPhotoSound: boolean;

class FakeDetector {
  static formats = ['qr_code'];
  static getSupportedFormats = () => Promise.resolve(FakeDetector.formats);
  detect = () => Promise.resolve(inView.map((rawValue) => ({ rawValue })));
}

beforeEach(() => {
  cameras = new FakeCameras();
  inView = [];
  isPhotoSound = true;
  FakeDetector.formats = ['qr_code'];
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }));
  Object.defineProperty(navigator, 'mediaDevices', { value: cameras.mediaDevices, configurable: true });
  Object.defineProperty(navigator, 'permissions', { value: cameras.permissions, configurable: true });
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  // What jsdom does not have: a video that plays, an image that is decoded, a picture of either.
  const always = (value: number) => ({ get: () => value, configurable: true });
  Object.defineProperties(HTMLVideoElement.prototype, {
    readyState: always(4),
    videoWidth: always(1280),
    videoHeight: always(720),
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  Object.defineProperty(HTMLImageElement.prototype, 'decode', {
    value: () => (isPhotoSound ? Promise.resolve() : Promise.reject(new DOMException('Not an image'))),
    configurable: true,
  });
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
});

afterEach(() => {
  vi.useRealTimers();
  deviceStorage.removeItem(chosenCameraKey);
});

function show(refusal: string | null = null, open?: OpenReader, isUnasked = false) {
  const reads: string[] = [];
  let cancelled = 0;
  const scanner = (given: string | null) => (
    <QrScanner
      onRead={(text) => reads.push(text)}
      onCancel={() => (cancelled += 1)}
      refusal={given}
      isUnasked={isUnasked}
      {...(open && { open })}
    />
  );
  const shown = renderScreen(scanner(refusal));
  return { ...shown, reads, cancelled: () => cancelled };
}

const says = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toContain(text));
const viewfinder = () => screen.queryByLabelText('What the camera sees');
const button = (name: string | RegExp) => screen.queryByRole('button', { name });

describe('the scanner', () => {
  it('has a name', async () => {
    show();
    expect(screen.getByRole('region', { name: 'Card scanner' })).toBeTruthy();
    await says(words.looking);
  });

  it('asks for the camera in words, then says what to do', async () => {
    cameras.permission = 'prompt';
    cameras.isAsking = true;
    show();
    await says(words.asking);
    act(() => cameras.allow());
    await says(words.looking);
    expect(viewfinder()).toBeTruthy();
  });

  it('only says that the camera starts where it is allowed', async () => {
    cameras.isAsking = true;
    show();
    await says(words.starting);
    act(() => cameras.allow());
    await says(words.looking);
  });

  it('hands a card on once, with a sign that it was read', async () => {
    const { reads } = show();
    await says(words.looking);
    inView = [card];
    await says(words.got);
    await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(reads).toEqual([card]);
  });

  it('that opened by itself does not take the card of the child before, until it was put away', async () => {
    const before = show();
    inView = [card];
    await says(words.got);
    before.unmount();
    vi.useFakeTimers();
    const { reads } = show(null, undefined, true);
    const line = async () => {
      await act(() => vi.advanceTimersByTimeAsync(1200));
      return screen.getByRole('status').textContent;
    };
    expect(await line()).toBe(words.past);
    inView = [];
    expect(await line()).toBe(words.looking);
    inView = [card];
    expect(await line()).toBe(words.got);
    expect(reads).toEqual([card]);
  });

  it('that opened by itself takes the card of the next child at once', async () => {
    const before = show();
    inView = [card];
    await says(words.got);
    before.unmount();
    const { reads } = show(null, undefined, true);
    await says(words.past);
    inView = [card.replace('otter', 'heron')];
    await says(words.got);
    expect(reads).toEqual([card.replace('otter', 'heron')]);
  });

  it('that somebody opened takes any card at once, that of the child before as well', async () => {
    const before = show();
    inView = [card];
    await says(words.got);
    before.unmount();
    const { reads } = show();
    await says(words.got);
    expect(reads).toEqual([card]);
  });

  it('shows a refusal without stopping the camera', async () => {
    show('Invalid QR code format.');
    await says('Invalid QR code format.');
    await waitFor(() => expect(cameras.live()).toHaveLength(1));
    expect(viewfinder()).toBeTruthy();
  });

  it('asks for one card when there are two', async () => {
    const { reads } = show();
    inView = [card, anotherCard];
    await says(words.several);
    expect(reads).toEqual([]);
  });

  it('reads a card beside a poster', async () => {
    const { reads } = show();
    inView = [poster, card];
    await says(words.got);
    expect(reads).toEqual([card]);
  });

  it('has a hint when nothing was read for a while', async () => {
    vi.useFakeTimers();
    show();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('status').textContent).toBe(words.looking);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('status').textContent).toBe(words.hint);
  });

  it('says so when the picture stays away for a moment', async () => {
    show();
    await says(words.looking);
    act(() => cameras.live()[0]?.interrupt());
    await says(words.interrupted);
    act(() => cameras.live()[0]?.resume());
    await says(words.looking);
  });

  it('leads back to typing', async () => {
    const { user, cancelled } = show();
    await user.click(screen.getByRole('button', { name: 'Type it instead' }));
    expect(cancelled()).toBe(1);
  });

  it('lets go of the camera when it leaves the page', async () => {
    const { unmount } = show();
    await says(words.looking);
    expect(cameras.live()).toHaveLength(1);
    unmount();
    expect(cameras.live()).toEqual([]);
  });
});

describe('the controls of a camera', () => {
  it('switch to the next one, and to no other where there is one', async () => {
    const { user, unmount } = show();
    await says(words.looking);
    await user.click(screen.getByRole('button', { name: 'Other camera, now: Back camera' }));
    await screen.findByRole('button', { name: 'Other camera, now: Front camera' });
    expect(viewfinder()?.dataset['mirrored']).toBe('true');
    unmount();

    cameras.present = cameras.present.slice(0, 1);
    show();
    await says(words.looking);
    expect(button(/Other camera/u)).toBeNull();
  });

  it('switch its light on and off where it has one', async () => {
    cameras.abilities = { torch: true };
    const { user } = show();
    const light = await screen.findByRole('button', { name: 'Light' });
    expect(light.getAttribute('aria-pressed')).toBe('false');
    await user.click(light);
    await waitFor(() => expect(light.getAttribute('aria-pressed')).toBe('true'));
  });

  it('have no light where the camera has none', async () => {
    show();
    await says(words.looking);
    expect(button('Light')).toBeNull();
  });
});

describe('without a picture', () => {
  it.each([
    ['NotAllowedError', 'denied', cameraObstacles.denied],
    ['NotAllowedError', 'prompt', cameraObstacles.dismissed],
    ['NotFoundError', 'granted', cameraObstacles.none],
    ['NotReadableError', 'granted', cameraObstacles.in_use],
    ['TypeError', 'granted', cameraObstacles.failed],
  ] as const)(
    'for %s with permission %s the scanner says why and what to do',
    async (name, state, obstacle) => {
      cameras.permission = state;
      cameras.failure = new DOMException('No', name);
      const { user } = show();
      await says(obstacle.title);
      expect(screen.getByRole('status').textContent).toContain(obstacle.text);
      expect(button('Use a photo')).toBeTruthy();
      expect(button('Type it instead')).toBeTruthy();
      cameras.failure = null;
      await user.click(screen.getByRole('button', { name: obstacle.action ?? '' }));
      await says(words.looking);
    },
  );

  it.each([
    [false, cameraObstacles.insecure],
    [true, cameraObstacles.unsupported],
  ])(
    'of a page that is secure: %s the scanner says why, and nothing can be tried again',
    async (isSecure, obstacle) => {
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
      Object.defineProperty(window, 'isSecureContext', { value: isSecure, configurable: true });
      show();
      await says(obstacle.title);
      expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'Use a photo',
        'Type it instead',
      ]);
    },
  );

  it('because the video does not play another try is offered', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(
      new DOMException('No', 'NotAllowedError'),
    );
    const { user } = show();
    await says(cameraObstacles.failed.title);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await says(words.looking);
  });
});

describe('on a device that can read no codes', () => {
  it('the scanner leads to typing, and the camera is off', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    FakeDetector.formats = ['ean_13'];
    // jsdom has neither workers nor a canvas, so that the other readers fail as well.
    show();
    await says(readerObstacles.none.title);
    expect(complaint).toHaveBeenCalled();
    await waitFor(() => expect(cameras.live()).toEqual([]));
    expect(button('Use a photo')).toBeNull();
    expect(button('Type it instead')).toBeTruthy();
    expect(button('Try again')).toBeNull();
  });
});

describe('a network that fails for a moment', () => {
  const missing = () =>
    new NoReaderError(new TypeError('Failed to fetch dynamically imported module: /assets/script-reader.js'));
  const cards: CodeReader = { read: () => Promise.resolve(inView), close: () => undefined };
  /** Gives way to nothing, as nothing else can be fetched. */
  const broken: CodeReader = { read: () => Promise.reject(missing()), close: () => undefined };

  it.each([
    ['before the reader was there', () => Promise.reject(missing())],
    ['when the reader broke', () => Promise.resolve(broken)],
  ])('%s lets one try again, with the camera off meanwhile', async (_when, first) => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let opened = 0;
    const open = () => (++opened === 1 ? first() : Promise.resolve(cards));
    const { user, reads } = show(null, open);
    await says(readerObstacles.missing.title);
    expect(complaint).toHaveBeenCalled();
    await waitFor(() => expect(cameras.live()).toEqual([]));
    expect(button('Use a photo')?.hasAttribute('disabled')).toBe(true);
    expect(button('Type it instead')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await says(words.looking);
    inView = [card];
    await says(words.got);
    expect(reads).toEqual([card]);
    expect(opened).toBe(2);
  });
});

describe('a photo', () => {
  const photo = new File(['photo'], 'card.jpg', { type: 'image/jpeg' });

  async function choose({ user, container }: ReturnType<typeof show>) {
    cameras.failure = new DOMException('No', 'NotFoundError');
    await waitFor(() => expect(button('Use a photo')?.hasAttribute('disabled')).toBe(false));
    const input = container.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no place for a photo');
    await user.upload(input, photo);
  }

  beforeEach(() => {
    cameras.failure = new DOMException('No', 'NotFoundError');
  });

  it('of a card is read without a camera', async () => {
    const shown = show();
    inView = [card];
    await choose(shown);
    await says(words.got);
    expect(shown.reads).toEqual([card]);
  });

  it('of a card beside a poster is read', async () => {
    const shown = show();
    inView = [poster, card];
    await choose(shown);
    await says(words.got);
    expect(shown.reads).toEqual([card]);
  });

  it('of a poster is looked at closer, and its code is handed on where there is no card', async () => {
    const shown = show();
    inView = [poster];
    await choose(shown);
    await says(words.got);
    expect(shown.reads).toEqual([poster]);
  });

  it.each([
    ['of nothing', [], true, photoFailures.no_code],
    ['of two cards', [card, anotherCard], true, photoFailures.several],
    ['that is none', [card], false, photoFailures.no_picture],
  ])('%s is said to be of no use, and another one may be', async (_what, codes, isSound, failure) => {
    const shown = show();
    inView = codes;
    isPhotoSound = isSound;
    await choose(shown);
    await says(failure);
    expect(shown.reads).toEqual([]);
    inView = [card];
    isPhotoSound = true;
    await choose(shown);
    await says(words.got);
    expect(shown.reads).toEqual([card]);
  });
});
