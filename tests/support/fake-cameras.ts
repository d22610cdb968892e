import { memoryStorage } from '#src/session/device-storage.ts';

interface FakeDevice {
  deviceId: string;
  label: string;
  facingMode?: string;
}

class FakeTrack extends EventTarget {
  readonly kind = 'video';
  readonly constraints: MediaTrackConstraints[] = [];
  readyState = 'live';
  muted = false;

  constructor(
    readonly device: FakeDevice,
    private readonly owner: FakeCameras,
  ) {
    super();
  }

  get label(): string {
    return this.device.label;
  }

  getSettings() {
    return this.device;
  }

  getCapabilities() {
    return this.owner.abilities;
  }

  applyConstraints(constraints: MediaTrackConstraints): Promise<void> {
    this.constraints.push(constraints);
    return this.owner.constraintFailure ? Promise.reject(this.owner.constraintFailure) : Promise.resolve();
  }

  /** By its owner, who is not told. */
  stop(): void {
    this.readyState = 'ended';
  }

  /** By somebody else. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }

  interrupt(): void {
    this.muted = true;
    this.dispatchEvent(new Event('mute'));
  }

  resume(): void {
    this.muted = false;
    this.dispatchEvent(new Event('unmute'));
  }
}

/** The cameras of a device, with who may use them and whether the page is in sight. */
export class FakeCameras {
  present: FakeDevice[] = [
    { deviceId: 'back', label: 'camera2 0, facing back', facingMode: 'environment' },
    { deviceId: 'front', label: 'camera2 1, facing front', facingMode: 'user' },
  ];
  abilities: object = {};
  permission: PermissionState = 'granted';
  /** What each request is rejected with. */
  failure: Error | null = null;
  constraintFailure: Error | null = null;
  /** True: a request waits until somebody allows it. */
  isAsking = false;
  /** True: counting the cameras takes until somebody says how many there are. */
  isCounting = false;
  readonly asked: MediaStreamConstraints[] = [];
  readonly tracks: FakeTrack[] = [];
  readonly storage = memoryStorage();
  readonly #devices = new EventTarget();
  readonly #page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  readonly #permission = new EventTarget();
  #waiting: (() => void)[] = [];
  #uncounted: (() => void)[] = [];

  readonly mediaDevices = Object.assign(this.#devices, {
    getUserMedia: (constraints: MediaStreamConstraints) => this.#ask(constraints),
    enumerateDevices: async () => {
      if (this.isCounting) await new Promise<void>((go) => this.#uncounted.push(go));
      return [
        { kind: 'audioinput', deviceId: 'microphone', label: 'Microphone' },
        ...this.present.map((device) => ({ kind: 'videoinput', ...device })),
      ];
    },
  }) as unknown as MediaDevices;

  readonly permissions = {
    query: () => {
      const status = Object.defineProperty(this.#permission, 'state', {
        get: () => this.permission,
        configurable: true,
      });
      return Promise.resolve(status as PermissionStatus);
    },
  } as Permissions;

  edge() {
    return {
      devices: this.mediaDevices,
      isSecure: true,
      permissions: this.permissions,
      page: this.#page as unknown as Document,
      storage: this.storage,
    };
  }

  live(): FakeTrack[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live');
  }

  allow(): void {
    this.isAsking = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  count(): void {
    this.isCounting = false;
    for (const go of this.#uncounted.splice(0)) go();
  }

  change(permission: PermissionState): void {
    this.permission = permission;
    this.#permission.dispatchEvent(new Event('change'));
  }

  plug(): void {
    this.#devices.dispatchEvent(new Event('devicechange'));
  }

  turn(visibilityState: 'visible' | 'hidden'): void {
    this.#page.visibilityState = visibilityState;
    this.#page.dispatchEvent(new Event('visibilitychange'));
  }

  async #ask(constraints: MediaStreamConstraints): Promise<MediaStream> {
    this.asked.push(constraints);
    if (this.isAsking) await new Promise<void>((go) => this.#waiting.push(go));
    if (this.failure) throw this.failure;
    const video = constraints.video as MediaTrackConstraints;
    const wanted = (video.deviceId as { exact: string } | undefined)?.exact;
    const device =
      wanted === undefined ? this.present[0] : this.present.find(({ deviceId }) => deviceId === wanted);
    if (!device)
      throw new DOMException('None', wanted === undefined ? 'NotFoundError' : 'OverconstrainedError');
    const track = new FakeTrack(device, this);
    this.tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
  }
}
