import type { RecorderEdge } from '#src/recording/voice-recorder.ts';
import { webm } from './recordings.ts';

const visible: DocumentVisibilityState = 'visible';

/** A microphone, and the browser that records with it. Nothing sounds; tests say what is heard. */
export class FakeMicrophone {
  /** What a recording is made of. */
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(webm());
  /** Set it to have the browser say no. */
  refusal: Error | null = null;
  /** From 0 to 1. */
  loudness = 0;
  asked = 0;
  /** While somebody records: hands over what was said up to so many bytes, as a browser does from time to time. */
  handOver: (length: number) => void = () => undefined;
  readonly #page = Object.assign(new EventTarget(), { visibilityState: visible });
  #tracks: (EventTarget & { isLive: boolean })[] = [];

  isOpen(): boolean {
    return this.#tracks.some(({ isLive }) => isLive);
  }

  hide(): void {
    this.#page.visibilityState = 'hidden';
    this.#page.dispatchEvent(new Event('visibilitychange'));
  }

  pullOut(): void {
    for (const track of this.#tracks) track.dispatchEvent(new Event('ended'));
  }

  readonly #getUserMedia = (): Promise<MediaStream> => {
    this.asked += 1;
    if (this.refusal) return Promise.reject(this.refusal);
    const track = Object.assign(new EventTarget(), {
      isLive: true,
      stop: () => {
        track.isLive = false;
      },
    });
    this.#tracks = [track];
    return Promise.resolve({ getTracks: () => [track] } as unknown as MediaStream);
  };

  readonly edge: RecorderEdge = {
    devices: { getUserMedia: this.#getUserMedia },
    MediaRecorder: recorderOf(this),
    AudioContext: contextOf(this),
    page: this.#page,
    now: () => Date.now(),
  };
}

function recorderOf(microphone: FakeMicrophone): typeof MediaRecorder {
  class Recorder extends EventTarget {
    static isTypeSupported = (type: string) => type === 'audio/webm';
    state = 'inactive';
    #handed = 0;
    #handOver(length: number) {
      const data = new Blob([microphone.bytes.slice(this.#handed, length)]);
      this.#handed = length;
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    }
    start() {
      this.state = 'recording';
      microphone.handOver = (length) => this.#handOver(length);
    }
    stop() {
      this.state = 'inactive';
      this.#handOver(microphone.bytes.length);
      this.dispatchEvent(new Event('stop'));
    }
  }
  return Recorder as unknown as typeof MediaRecorder;
}

function contextOf(microphone: FakeMicrophone): typeof AudioContext {
  class Context {
    createAnalyser = () => ({
      fftSize: 16,
      getFloatTimeDomainData: (samples: Float32Array) => void samples.fill(microphone.loudness),
    });
    createMediaStreamSource = () => ({ connect: () => undefined });
    close = () => Promise.resolve();
  }
  return Context as unknown as typeof AudioContext;
}
