import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCameras } from '#tests/support/fake-cameras.ts';
import { Camera, chosenCameraKey, type CameraState } from './camera.ts';

let cameras: FakeCameras;
let camera: Camera;

beforeEach(() => {
  vi.useFakeTimers();
  cameras = new FakeCameras();
  camera = new Camera(cameras.edge());
});

afterEach(() => {
  camera.close();
  expect(cameras.live()).toEqual([]);
  vi.useRealTimers();
});

const settle = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);

async function start(): Promise<CameraState> {
  camera.start();
  await settle();
  return camera.state();
}

function refusedWith(name: string): DOMException {
  return new DOMException('No', name);
}

describe('the camera', () => {
  it('that looks away from the child is asked for first, with enough pixels for a small card', async () => {
    expect(await start()).toMatchObject({ is: 'on', cameras: 2, name: 'Back camera', isMirrored: false });
    expect(cameras.asked).toEqual([
      {
        audio: false,
        video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
      },
    ]);
  });

  it('waits for permission, and says that it only starts where it has it', async () => {
    cameras.permission = 'prompt';
    cameras.isAsking = true;
    expect(await start()).toEqual({ is: 'asking' });
    cameras.allow();
    await settle();
    expect(camera.state().is).toBe('on');
    camera.close();

    cameras.permission = 'granted';
    cameras.isAsking = true;
    expect(await start()).toEqual({ is: 'starting' });
    cameras.allow();
    await settle();
  });

  it('follows the card by itself where it can', async () => {
    cameras.abilities = { focusMode: ['manual', 'continuous'], exposureMode: ['manual'], torch: true };
    await start();
    expect(cameras.live()[0]?.constraints).toEqual([
      {
        width: { ideal: 1920 },
        height: { ideal: 1080 },
        advanced: [{ focusMode: 'continuous', torch: false }],
      },
    ]);
  });

  it('is off as soon as it is closed, even when it was given only then', async () => {
    cameras.isAsking = true;
    await start();
    camera.close();
    cameras.allow();
    await settle();
    expect(cameras.tracks).toHaveLength(1);
    expect(cameras.live()).toEqual([]);
  });
});

describe('a camera that is closed while it starts', () => {
  it('can be started before that start is over', async () => {
    cameras.isCounting = true;
    await start();
    camera.close();
    expect(camera.state()).toEqual({ is: 'resting' });
    camera.start();
    cameras.count();
    await settle();
    expect(camera.state().is).toBe('on');
    expect(cameras.live()).toHaveLength(1);
  });

  it('and could not be had at once is not asked for again, and stays the chosen one', async () => {
    cameras.storage.setItem(chosenCameraKey, 'front');
    cameras.failure = refusedWith('NotReadableError');
    camera.start();
    await settle(100);
    camera.close();
    await settle(1000);
    expect(cameras.asked).toHaveLength(1);
    expect(cameras.storage.getItem(chosenCameraKey)).toBe('front');
    expect(camera.state()).toEqual({ is: 'resting' });
  });
});

describe('another camera', () => {
  it('is the next one, then the first again, and is remembered on this device', async () => {
    await start();
    await camera.next();
    await settle();
    expect(camera.state()).toMatchObject({ is: 'on', name: 'Front camera', isMirrored: true });
    expect(cameras.live()).toHaveLength(1);

    const later = new Camera(cameras.edge());
    camera.close();
    later.start();
    await settle();
    expect(later.state()).toMatchObject({ is: 'on', name: 'Front camera' });
    await later.next();
    await settle();
    expect(later.state()).toMatchObject({ is: 'on', name: 'Back camera' });
    later.close();
  });

  it('is forgotten when it is not there any more', async () => {
    cameras.storage.setItem(chosenCameraKey, 'unplugged');
    expect(await start()).toMatchObject({ is: 'on', name: 'Back camera' });
    expect(cameras.storage.getItem(chosenCameraKey)).toBeNull();
  });

  it('is offered when it is plugged in', async () => {
    cameras.present = cameras.present.slice(0, 1);
    expect(await start()).toMatchObject({ cameras: 1 });
    cameras.present = [...cameras.present, { deviceId: 'usb', label: 'HD Webcam (046d:0826)' }];
    cameras.plug();
    await settle();
    expect(camera.state()).toMatchObject({ cameras: 2 });
  });
});

describe('the light', () => {
  it('can be switched on and off where the camera has one', async () => {
    cameras.abilities = { torch: true };
    expect(await start()).toMatchObject({ light: 'off' });
    await camera.setLight('on');
    expect(camera.state()).toMatchObject({ light: 'on' });
    expect(cameras.live()[0]?.constraints.at(-1)).toMatchObject({ advanced: [{ torch: true }] });
    await camera.setLight('off');
    expect(camera.state()).toMatchObject({ light: 'off' });
  });

  it('is not offered without one, nor any more after it did not work', async () => {
    expect(await start()).toMatchObject({ light: null });
    camera.close();
    cameras.abilities = { torch: true };
    await start();
    cameras.constraintFailure = refusedWith('OverconstrainedError');
    await camera.setLight('on');
    expect(camera.state()).toMatchObject({ is: 'on', light: null });
  });
});

describe('out of sight', () => {
  it('the camera is off, and comes back with the page', async () => {
    await start();
    cameras.turn('hidden');
    expect(cameras.live()).toEqual([]);
    expect(camera.state()).toEqual({ is: 'resting' });
    cameras.turn('visible');
    await settle();
    expect(camera.state().is).toBe('on');
    expect(cameras.live()).toHaveLength(1);
  });

  it('the camera is not asked for, and one that is given then is let go of', async () => {
    cameras.turn('hidden');
    expect(await start()).toEqual({ is: 'resting' });
    expect(cameras.asked).toEqual([]);
    cameras.isAsking = true;
    cameras.turn('visible');
    await settle();
    cameras.turn('hidden');
    cameras.allow();
    await settle();
    expect(camera.state()).toEqual({ is: 'resting' });
    expect(cameras.live()).toEqual([]);
  });

  it.each([
    ['before', () => cameras.count(), () => cameras.turn('visible')],
    ['after', () => cameras.turn('visible'), () => cameras.count()],
  ])(
    'while it starts the camera is off as well, and comes back when it was %s the end of that',
    async (_when, first, then) => {
      cameras.isCounting = true;
      await start();
      expect(cameras.live()).toHaveLength(1);
      cameras.turn('hidden');
      expect(cameras.live()).toEqual([]);
      expect(camera.state()).toEqual({ is: 'resting' });
      first();
      await settle();
      then();
      await settle();
      expect(camera.state().is).toBe('on');
      expect(cameras.live()).toHaveLength(1);
    },
  );

  it('and back while somebody is asked, there is still one question', async () => {
    cameras.isAsking = true;
    await start();
    cameras.turn('hidden');
    cameras.turn('visible');
    await settle();
    expect(cameras.asked).toHaveLength(1);
    cameras.allow();
    await settle();
    expect(camera.state().is).toBe('on');
  });
});

describe('a camera that is taken away', () => {
  it('is started again', async () => {
    await start();
    await settle(5000);
    cameras.live()[0]?.end();
    await settle();
    expect(camera.state().is).toBe('on');
    expect(cameras.asked).toHaveLength(2);
  });

  it('again and again is said to be busy', async () => {
    await start();
    cameras.live()[0]?.end();
    await settle();
    expect(camera.state()).toEqual({ is: 'failed', why: 'in_use' });
  });

  it('for a moment comes back by itself', async () => {
    await start();
    cameras.live()[0]?.interrupt();
    expect(camera.state()).toMatchObject({ is: 'on', isInterrupted: true });
    await settle(1000);
    cameras.live()[0]?.resume();
    expect(camera.state()).toMatchObject({ is: 'on', isInterrupted: false });
    await settle(60_000);
    expect(cameras.asked).toHaveLength(1);
  });

  it('for longer is started anew, once', async () => {
    await start();
    cameras.live()[0]?.interrupt();
    await settle(10_000);
    expect(cameras.asked).toHaveLength(2);
    expect(cameras.live()).toHaveLength(1);
    cameras.live()[0]?.interrupt();
    await settle(60_000);
    expect(cameras.asked).toHaveLength(2);
  });
});

describe('no picture', () => {
  it.each([
    ['NotAllowedError', 'denied', 'denied'],
    ['NotAllowedError', 'prompt', 'dismissed'],
    ['SecurityError', 'denied', 'denied'],
    ['NotFoundError', 'granted', 'none'],
    ['OverconstrainedError', 'granted', 'none'],
    ['NotReadableError', 'granted', 'in_use'],
    ['AbortError', 'granted', 'in_use'],
    ['TypeError', 'granted', 'failed'],
  ] as const)('for %s with permission %s has the reason %s', async (name, permission, why) => {
    cameras.permission = permission;
    cameras.failure = refusedWith(name);
    camera.start();
    await settle(1000);
    expect(camera.state()).toEqual({ is: 'failed', why });
  });

  it('without https and in a browser without cameras has its own reasons', () => {
    for (const [isSecure, why] of [
      [false, 'insecure'],
      [true, 'unsupported'],
    ] as const) {
      const without = new Camera({ ...cameras.edge(), devices: undefined, isSecure });
      without.start();
      expect(without.state()).toEqual({ is: 'failed', why });
      without.close();
    }
  });

  it('because the camera is still being let go of is only a moment', async () => {
    cameras.failure = refusedWith('NotReadableError');
    camera.start();
    await settle(100);
    cameras.failure = null;
    await settle(1000);
    expect(camera.state().is).toBe('on');
  });

  it('can be tried again', async () => {
    cameras.failure = refusedWith('NotAllowedError');
    cameras.permission = 'denied';
    await start();
    cameras.failure = null;
    camera.retry();
    await settle();
    expect(camera.state().is).toBe('on');
  });

  it('is over when the camera is allowed, or plugged in, or the page comes back from the settings', async () => {
    cameras.permission = 'denied';
    cameras.failure = refusedWith('NotAllowedError');
    await start();
    cameras.failure = null;
    cameras.change('granted');
    await settle();
    expect(camera.state().is).toBe('on');
    camera.close();

    cameras.failure = refusedWith('NotFoundError');
    await start();
    cameras.failure = null;
    cameras.plug();
    await settle();
    expect(camera.state().is).toBe('on');
    camera.close();

    cameras.failure = refusedWith('NotAllowedError');
    cameras.permission = 'denied';
    await start();
    cameras.turn('hidden');
    cameras.failure = null;
    cameras.turn('visible');
    await settle();
    expect(camera.state().is).toBe('on');
  });
});
