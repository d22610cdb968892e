import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPreparedClasses } from '#src/session/prepared-classes.ts';
import { FakeCameras } from '#tests/support/fake-cameras.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { QrScannerProps } from '../use-card-sign-in.ts';
import { PreparedStart } from './prepared-start.tsx';

// The tablet's own storage is that of src/sync/tablet-pack.test.ts.
vi.mock(import('#src/session/prepared-classes.ts'), () => ({ readPreparedClasses: vi.fn() }));

const zoe = { handle: 'pupil.zoe', first_name: 'Zoë', last_initial: 'F.', avatar: 'otter' };
const ben = { handle: 'pupil.ben', first_name: 'Ben', last_initial: 'A.', avatar: 'fox' };
const maple = { code: 'MAPXE247', name: 'Maple', tiles: [zoe] };
const cedar = { code: 'CEDAR583', name: 'Cedar', tiles: [ben] };

let cameras: FakeCameras;
let onNone: () => void;

beforeEach(() => {
  cameras = new FakeCameras();
  onNone = vi.fn<() => void>();
  Object.defineProperty(navigator, 'mediaDevices', { value: cameras.mediaDevices, configurable: true });
  Object.defineProperty(navigator, 'permissions', { value: cameras.permissions, configurable: true });
  vi.mocked(readPreparedClasses).mockResolvedValue([cedar, maple]);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

function FakeScanner({ isUnasked, beside }: QrScannerProps) {
  return (
    <div>
      <p>{isUnasked ? 'Nobody asked for the camera' : 'The camera was asked for'}</p>
      {beside}
    </div>
  );
}

function show() {
  const signingIn = { isSigningIn: false, onSigningIn: () => undefined, onSignedIn: () => undefined };
  return renderScreen(
    <PreparedStart
      tenantId="01985b4e-0000-7000-8000-0000000000aa"
      signingIn={signingIn}
      Scanner={FakeScanner}
      onOthers={() => undefined}
      onNone={onNone}
    />,
  );
}

const button = (name: string) => screen.findByRole('button', { name });

describe('a prepared tablet', () => {
  it('asks for the class once where it has several, and opens at its faces from then on', async () => {
    const first = show();
    await first.user.click(await button('Maple'));
    expect(await button('Zoë F., otter')).toBeTruthy();
    first.unmount();
    const { user } = show();
    expect(await button('Zoë F., otter')).toBeTruthy();
    await user.click(await button('Another class'));
    await user.click(await button('Cedar'));
    expect(await button('Ben A., fox')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Zoë F., otter' })).toBeNull();
  });

  it('has no other class to go to where it has one', async () => {
    vi.mocked(readPreparedClasses).mockResolvedValue([maple]);
    show();
    expect(await button('Zoë F., otter')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Another class' })).toBeNull();
  });

  it('reads out what to do, and has no ear where the tablet has no voice', async () => {
    const silent = show();
    await button('Maple');
    expect(screen.queryByRole('button', { name: 'Hear what to do' })).toBeNull();
    silent.unmount();
    const speech = FakeSpeech.install();
    const { user } = show();
    await user.click(await button('Hear what to do'));
    await user.click(await button('Maple'));
    await user.click(await button('Hear what to do'));
    await user.click(await button('Zoë F., otter'));
    await user.click(await button('Hear what to do'));
    expect(speech.said).toEqual([
      'Hold up your card, or tap your class.',
      'Hold up your card, or tap your picture.',
      'Type your password. Then tap Sign in.',
    ]);
    vi.unstubAllGlobals();
  });

  it('lets the camera run unasked for a minute after the last touch, then from the next touch on', async () => {
    vi.useFakeTimers();
    show();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByText('Nobody asked for the camera')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByText('Nobody asked for the camera')).toBeNull();
    expect(screen.getByRole('button', { name: 'Scan my card' })).toBeTruthy();
    fireEvent.pointerDown(document.body);
    expect(screen.getByText('Nobody asked for the camera')).toBeTruthy();
  });

  it('asks nobody for the camera: a button does where it is not allowed yet', async () => {
    cameras.permission = 'prompt';
    const { user } = show();
    await user.click(await button('Scan my card'));
    expect(await screen.findByText('The camera was asked for')).toBeTruthy();
    expect(cameras.asked).toEqual([]);
  });

  it('says nothing of cards where there is no camera', async () => {
    cameras.present = [];
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Tap your class' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Scan my card' })).toBeNull();
  });

  it('gives way where it is prepared no longer, or what it keeps cannot be read', async () => {
    vi.mocked(readPreparedClasses).mockResolvedValue([]);
    show();
    await vi.waitFor(() => expect(onNone).toHaveBeenCalledTimes(1));
  });
});
