import type { KeyValueStorage } from '#src/session/device-storage.ts';
import { cameraFailure, isDenied, isInUse, type CameraFailure } from './camera-failures.ts';
import { cameraNames, isMirror } from './camera-names.rules.ts';

/** What a browser has of all this. */
export interface CameraEdge {
  /** Absent without https, and where a browser has no cameras at all. */
  devices:
    | Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>
    | undefined;
  isSecure: boolean;
  permissions: Pick<Permissions, 'query'> | undefined;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  storage: KeyValueStorage;
}

export interface CameraPicture {
  is: 'on';
  stream: MediaStream;
  name: string;
  /** How many cameras there are to choose from; 0 where the browser does not say. */
  cameras: number;
  isMirrored: boolean;
  /** Null where this camera has no light. */
  light: 'on' | 'off' | null;
  /** True while the operating system keeps the picture back, as in a call. */
  isInterrupted: boolean;
}

export type CameraState =
  /** `resting` is out of sight; `asking` is waiting for somebody to allow it. */
  { is: 'resting' | 'asking' | 'starting' } | CameraPicture | { is: 'failed'; why: CameraFailure };

/** Where the camera that was chosen last on this device is remembered. */
export const chosenCameraKey = 'scannerCamera';

/** Milliseconds after which a camera that was just let go of can be had. */
const untilFree = 500;
/** Milliseconds that a picture may stay away before the camera is started anew. */
const untilRestart = 4000;
/** A track that ends sooner after its start, in milliseconds, would end again and again. */
const shortest = 2000;

// A card of 35 mm at arm's length is 200 pixels wide in such a picture. What a camera lacks, it gives less of.
const size: MediaTrackConstraints = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/** Of Media Capture and Streams' extensions, which TypeScript's library does not have. */
const steered = ['focusMode', 'exposureMode', 'whiteBalanceMode'] as const;
type Steering = { torch?: boolean } & { [mode in (typeof steered)[number]]?: string };
type Abilities = { torch?: boolean } & { [mode in (typeof steered)[number]]?: readonly string[] };

interface Held {
  stream: MediaStream;
  track: MediaStreamTrack;
  since: number;
  /** Ends the listeners and timers that belong to this track. */
  letGo: AbortController;
  restart: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The camera of this device, from asking for it to stopping its tracks. It is let go of as soon as the page is out of
 * sight, and comes back with the page.
 */
export class Camera {
  #state: CameraState = { is: 'starting' };
  #held: Held | null = null;
  #isOpening = false;
  #wasRestarted = false;
  readonly #edge: CameraEdge;
  #closing = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(edge: CameraEdge) {
    this.#edge = edge;
  }

  /** A stable value until it changes. */
  readonly state = (): CameraState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start(): void {
    this.#closing = new AbortController();
    const { signal } = this.#closing;
    const { page, devices } = this.#edge;
    page.addEventListener('visibilitychange', () => this.#turned(), { signal });
    devices?.addEventListener('devicechange', () => this.#plugged(), { signal });
    void this.#permission().then((permission) => {
      permission?.addEventListener('change', () => this.#permissionChanged(permission), { signal });
    });
    void this.#open();
  }

  /** Tries once more, after a failure. */
  retry(): void {
    this.#wasRestarted = false;
    void this.#open();
  }

  /** The next of the cameras, and after the last one the first again. It is the one to begin with from now on. */
  async next(): Promise<void> {
    const { devices, storage } = this.#edge;
    if (!devices || !this.#held) return;
    const current = this.#held.track.getSettings().deviceId;
    const cameras = await this.#list();
    const place = cameras.findIndex(({ deviceId }) => deviceId === current);
    const following = cameras[(place + 1) % cameras.length];
    if (!following) return;
    storage.setItem(chosenCameraKey, following.deviceId);
    await this.#open();
  }

  async setLight(light: 'on' | 'off'): Promise<void> {
    const held = this.#held;
    if (!held) return;
    try {
      await held.track.applyConstraints(wishesFor(held.track, light === 'on'));
      this.#change(held, { light });
    } catch {
      // Some say that they have a light and have none; it is not offered again.
      this.#change(held, { light: null });
    }
  }

  /** Lets go of everything. It can be started again. */
  close(): void {
    this.#closing.abort();
    this.#letGo();
    this.#set({ is: 'resting' });
  }

  get #isOver(): boolean {
    return this.#closing.signal.aborted;
  }

  get #isOutOfSight(): boolean {
    return this.#edge.page.visibilityState === 'hidden';
  }

  #set(state: CameraState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #change(held: Held, change: Partial<CameraPicture>): void {
    if (this.#held === held && this.#state.is === 'on') this.#set({ ...this.#state, ...change });
  }

  #turned(): void {
    const state = this.#state;
    if (this.#isOutOfSight) {
      // One that nobody has allowed yet is let go of when it is given.
      if (!this.#held) return;
      this.#letGo();
      this.#set({ is: 'resting' });
      return;
    }
    // Whoever comes back from the settings, or from the other app, has maybe seen to it. A question is not asked twice.
    const mayHelp = state.is === 'failed' && ['denied', 'none', 'in_use', 'failed'].includes(state.why);
    if (state.is === 'resting' || mayHelp) this.retry();
  }

  #plugged(): void {
    if (this.#state.is === 'failed' && this.#state.why === 'none') void this.#open();
    const held = this.#held;
    if (held) void this.#list().then(({ length }) => this.#change(held, { cameras: length }));
  }

  #permissionChanged({ state }: PermissionStatus): void {
    const isWaiting = this.#state.is === 'failed' && ['denied', 'dismissed'].includes(this.#state.why);
    if (state === 'granted' && isWaiting) void this.#open();
  }

  /** Null where the browser does not tell. */
  async #permission(): Promise<PermissionStatus | null> {
    try {
      return (await this.#edge.permissions?.query({ name: 'camera' })) ?? null;
    } catch {
      // Some know permissions, and none of this name.
      return null;
    }
  }

  async #list(): Promise<MediaDeviceInfo[]> {
    try {
      const devices = (await this.#edge.devices?.enumerateDevices()) ?? [];
      return devices.filter(({ kind }) => kind === 'videoinput');
    } catch {
      // Then there is nothing to choose from, and the camera that is on does.
      return [];
    }
  }

  async #open(): Promise<void> {
    // One question at a time: its answer serves whoever asks meanwhile.
    if (this.#isOpening || this.#isOver) return;
    this.#letGo();
    const { devices, isSecure } = this.#edge;
    if (!devices) {
      this.#set({ is: 'failed', why: isSecure ? 'unsupported' : 'insecure' });
      return;
    }
    if (this.#isOutOfSight) {
      this.#set({ is: 'resting' });
      return;
    }
    this.#isOpening = true;
    try {
      const isAllowed = (await this.#permission())?.state === 'granted';
      if (this.#isOver) return;
      this.#set({ is: isAllowed ? 'starting' : 'asking' });
      const stream = await this.#take(devices);
      if (this.#isOver || this.#isOutOfSight) {
        stop(stream);
        this.#set({ is: 'resting' });
        return;
      }
      await this.#show(stream);
    } catch (error) {
      const permission = (await this.#permission())?.state ?? null;
      this.#set(this.#isOver ? { is: 'resting' } : { is: 'failed', why: cameraFailure(error, permission) });
    } finally {
      this.#isOpening = false;
    }
    // It was lost while it started, and whoever wanted it again meanwhile had to leave it at that.
    if (this.#held === null && this.#state.is !== 'failed' && !this.#isOutOfSight) await this.#open();
  }

  async #take(devices: Pick<MediaDevices, 'getUserMedia'>): Promise<MediaStream> {
    const { storage } = this.#edge;
    const chosen = storage.getItem(chosenCameraKey);
    if (chosen !== null) {
      try {
        return await this.#ask(devices, { ...size, deviceId: { exact: chosen } });
      } catch (error) {
        if (this.#isOver || isDenied(error)) throw error;
        // It is gone or broken, and any other is better than none.
        storage.removeItem(chosenCameraKey);
      }
    }
    return await this.#ask(devices, { ...size, facingMode: { ideal: 'environment' } });
  }

  async #ask(
    devices: Pick<MediaDevices, 'getUserMedia'>,
    video: MediaTrackConstraints,
  ): Promise<MediaStream> {
    try {
      return await devices.getUserMedia({ audio: false, video });
    } catch (error) {
      if (!isInUse(error)) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, untilFree);
      });
      if (this.#isOver) throw error;
      return await devices.getUserMedia({ audio: false, video });
    }
  }

  async #show(stream: MediaStream): Promise<void> {
    const [track] = stream.getVideoTracks();
    if (!track) throw new Error('The camera gave no picture');
    const held: Held = {
      stream,
      track,
      since: Date.now(),
      letGo: new AbortController(),
      restart: undefined,
    };
    this.#held = held;
    const { signal } = held.letGo;
    track.addEventListener('ended', () => this.#ended(held), { signal });
    track.addEventListener('mute', () => this.#interrupted(held), { signal });
    track.addEventListener('unmute', () => this.#resumed(held), { signal });
    // A wish: a camera that does not want to is as it was.
    track.applyConstraints(wishesFor(track, false)).catch(() => undefined);

    const { facingMode, deviceId } = track.getSettings();
    const cameras = await this.#list();
    if (this.#held !== held) return;
    const place = cameras.findIndex((camera) => camera.deviceId === deviceId);
    this.#set({
      is: 'on',
      stream,
      name: cameraNames(cameras)[place] ?? cameraNames([track])[0] ?? '',
      cameras: cameras.length,
      isMirrored: isMirror({ label: track.label, facingMode }),
      light: abilitiesOf(track).torch === true ? 'off' : null,
      isInterrupted: false,
    });
    if (track.muted) this.#interrupted(held);
  }

  #ended(held: Held): void {
    this.#letGo();
    if (Date.now() - held.since < shortest) this.#set({ is: 'failed', why: 'in_use' });
    else void this.#open();
  }

  #interrupted(held: Held): void {
    this.#change(held, { isInterrupted: true });
    // Once: some systems ask for permission each time.
    if (this.#wasRestarted || held.restart !== undefined) return;
    held.restart = setTimeout(() => {
      this.#wasRestarted = true;
      void this.#open();
    }, untilRestart);
  }

  #resumed(held: Held): void {
    clearTimeout(held.restart);
    held.restart = undefined;
    this.#wasRestarted = false;
    this.#change(held, { isInterrupted: false });
  }

  #letGo(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    clearTimeout(held.restart);
    held.letGo.abort();
    stop(held.stream);
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function abilitiesOf(track: MediaStreamTrack): Abilities {
  // Not every browser has the method.
  return 'getCapabilities' in track ? (track.getCapabilities() as Abilities) : {};
}

/** A card comes closer and goes away again, so that whatever can follow it by itself should. */
function wishesFor(track: MediaStreamTrack, torch: boolean): MediaTrackConstraints {
  const abilities = abilitiesOf(track);
  const steering: Steering = {};
  for (const mode of steered) if (abilities[mode]?.includes('continuous')) steering[mode] = 'continuous';
  if (abilities.torch === true) steering.torch = torch;
  // What is not named again is forgotten.
  return Object.keys(steering).length > 0
    ? { ...size, advanced: [steering as MediaTrackConstraintSet] }
    : size;
}
