import { recordingType } from '#contract/works/recording-bytes.rules.ts';
import {
  recordingLimits,
  recordingTypes,
  type RecordingType,
} from '#contract/works/recording-limits.schema.ts';

/** What a browser has of all this; a test hands in its own. */
export interface RecorderEdge {
  /** Absent without https, and where a browser has no microphones at all. */
  devices: (Pick<MediaDevices, 'getUserMedia'> & Partial<Pick<MediaDevices, 'enumerateDevices'>>) | undefined;
  MediaRecorder: typeof MediaRecorder | undefined;
  AudioContext: typeof AudioContext | undefined;
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  now: () => number;
}

export function edgeOfBrowser(): RecorderEdge {
  // Older browsers have some of them and others not, whatever the types say.
  const { AudioContext, MediaRecorder } = window as Partial<Window & typeof globalThis>;
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices;
  return { devices, MediaRecorder, AudioContext, page: document, now: () => performance.now() };
}

/** Why there is no voice: `denied` is a no to the question of the browser, now or long ago. */
export type RecorderFailure = 'denied' | 'none' | 'in_use' | 'unsupported' | 'unheard';

export interface Voice {
  media_type: RecordingType;
  bytes: Uint8Array<ArrayBuffer>;
  /** From 1. */
  seconds: number;
}

export type RecorderState =
  | { is: 'resting' | 'asking' | 'recording' | 'ending' }
  /** `isFound`: it was recorded before this page was open. */
  | { is: 'done'; voice: Voice; src: string; isFound: boolean }
  | { is: 'failed'; why: RecorderFailure };

/** Of an hour of talk some 14 MB, and one hears no difference in a child's voice. */
const bitsPerSecond = 32_000;

/** Milliseconds after which what was said is handed over while somebody goes on speaking. */
const pieceLength = 2000;

function failureOf(error: unknown): RecorderFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (['NotAllowedError', 'SecurityError', 'PermissionDeniedError'].includes(name)) return 'denied';
  if (['NotFoundError', 'DevicesNotFoundError', 'OverconstrainedError'].includes(name)) return 'none';
  return ['NotReadableError', 'TrackStartError', 'AbortError'].includes(name) ? 'in_use' : 'unheard';
}

interface Held {
  stream: MediaStream;
  recorder: MediaRecorder;
  chunks: Blob[];
  began: number;
  limit: ReturnType<typeof setTimeout>;
  /** Ends the listeners that belong to this recording. */
  letGo: AbortController;
}

/**
 * The microphone of this device, from asking for it to stopping its tracks. It is let go of as soon as a recording ends, for
 * whatever reason: somebody stops it, it is as long as it may be, the page is out of sight, the microphone is pulled out.
 */
export class VoiceRecorder {
  #state: RecorderState = { is: 'resting' };
  #held: Held | null = null;
  #context: AudioContext | null = null;
  #analyser: AnalyserNode | null = null;
  /** Counts starts and ends, so that an answer that comes late is known as such. */
  #attempt = 0;
  /** An address of this page for what was recorded last. */
  #src: string | null = null;
  readonly #edge: RecorderEdge;
  readonly #onPiece: (sound: Blob, seconds: number) => void;
  readonly #listeners = new Set<() => void>();

  /** @param onPiece hears of each piece of a recording as it comes, and how long it is by then */
  constructor(edge: RecorderEdge, onPiece: (sound: Blob, seconds: number) => void = () => undefined) {
    this.#edge = edge;
    this.#onPiece = onPiece;
  }

  /** A stable value until it changes. */
  readonly state = (): RecorderState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whole seconds of what is recorded now. */
  readonly seconds = (): number =>
    this.#held ? Math.min(Math.floor(this.#elapsed(this.#held) / 1000), recordingLimits.seconds) : 0;

  /** How loud it is now, from 0 to 1. */
  readonly level = (): number => {
    if (!this.#analyser) return 0;
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // A voice at arm's length is at about a tenth of what a microphone can hear.
    return Math.min(1, Math.sqrt(power) * 5);
  };

  #set(state: RecorderState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #elapsed({ began }: Held): number {
    return this.#edge.now() - began;
  }

  /** As the document tells it: whole seconds, from 1. */
  #length(held: Held): number {
    return Math.min(Math.max(1, Math.ceil(this.#elapsed(held) / 1000)), recordingLimits.seconds);
  }

  /** What was recorded before and put nowhere. Whoever was faster than the device has begun anew. */
  takeUp(voice: Voice): void {
    if (this.#state.is === 'resting') this.#show(voice, true);
  }

  /** Nobody wants what was recorded. */
  discard(): void {
    if (this.#state.is !== 'done') return;
    this.#forget();
    this.#set({ is: 'resting' });
  }

  #type(): RecordingType | undefined {
    const { devices, MediaRecorder: Recorder } = this.#edge;
    return devices && recordingTypes.find((type) => Recorder?.isTypeSupported(type));
  }

  /** Says at once, before somebody has thought of what to say, that nothing can be recorded here. */
  async check(): Promise<void> {
    if (this.#state.is !== 'resting') return;
    if (this.#type() === undefined) return this.#set({ is: 'failed', why: 'unsupported' });
    const attempt = this.#attempt;
    // Where it is not told, one finds out by trying.
    const found = await this.#edge.devices?.enumerateDevices?.().catch(() => null);
    const isNone = found && !found.some(({ kind }) => kind === 'audioinput');
    if (isNone && attempt === this.#attempt && this.state().is === 'resting')
      this.#set({ is: 'failed', why: 'none' });
  }

  async start(): Promise<void> {
    const { devices, MediaRecorder: Recorder } = this.#edge;
    if (this.#state.is === 'asking' || this.#held) return;
    const mimeType = this.#type();
    if (!devices || !Recorder || mimeType === undefined)
      return this.#set({ is: 'failed', why: 'unsupported' });
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#forget();
    this.#set({ is: 'asking' });
    let stream: MediaStream | null = null;
    try {
      stream = await devices.getUserMedia({ audio: { channelCount: 1, noiseSuppression: true } });
      // Who was asked has gone.
      if (attempt !== this.#attempt) return stop(stream);
      this.#record(stream, new Recorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond }));
    } catch (error) {
      if (stream) stop(stream);
      if (attempt === this.#attempt) this.#set({ is: 'failed', why: failureOf(error) });
    }
  }

  #record(stream: MediaStream, recorder: MediaRecorder): void {
    const letGo = new AbortController();
    const { signal } = letGo;
    const limit = setTimeout(() => this.stop(), recordingLimits.seconds * 1000);
    const held = { stream, recorder, chunks: [], began: this.#edge.now(), limit, letGo } as Held;
    const take = ({ data }: BlobEvent) => {
      held.chunks.push(data);
      if (data.size > 0) this.#onPiece(data, this.#length(held));
    };
    recorder.addEventListener('dataavailable', take, { signal });
    recorder.addEventListener('stop', () => void this.#end(held), { signal });
    recorder.addEventListener('error', () => this.#fail(held), { signal });
    for (const track of stream.getTracks()) track.addEventListener('ended', () => this.stop(), { signal });
    const hide = () => this.#edge.page.visibilityState === 'hidden' && this.stop();
    this.#edge.page.addEventListener('visibilitychange', hide, { signal });
    recorder.start(pieceLength);
    this.#held = held;
    this.#listen(stream);
    this.#set({ is: 'recording' });
  }

  /** Without it one records all the same, and sees no level. */
  #listen(stream: MediaStream): void {
    const { AudioContext: Context } = this.#edge;
    if (!Context) return;
    this.#context = new Context();
    this.#analyser = this.#context.createAnalyser();
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
  }

  /** Ends the recording; what was said is there a moment later. */
  stop(): void {
    if (this.#held?.recorder.state !== 'recording') return;
    this.#set({ is: 'ending' });
    this.#held.recorder.stop();
  }

  async #end(held: Held): Promise<void> {
    const seconds = this.#length(held);
    const attempt = this.#attempt;
    this.#letGoOf(held);
    const bytes = new Uint8Array(await new Blob(held.chunks).arrayBuffer());
    if (attempt !== this.#attempt) return;
    const media_type = recordingType(bytes);
    if (!media_type || bytes.length > recordingLimits.bytes) this.#set({ is: 'failed', why: 'unheard' });
    else this.#show({ media_type, bytes, seconds }, false);
  }

  #show(voice: Voice, isFound: boolean): void {
    this.#src = URL.createObjectURL(new Blob([voice.bytes], { type: voice.media_type }));
    this.#set({ is: 'done', voice, src: this.#src, isFound });
  }

  #fail(held: Held): void {
    this.#letGoOf(held);
    this.#set({ is: 'failed', why: 'unheard' });
  }

  #letGoOf(held: Held): void {
    clearTimeout(held.limit);
    held.letGo.abort();
    stop(held.stream);
    if (this.#held !== held) return;
    this.#held = null;
    this.#analyser = null;
    // It may be closed already, where the browser took the sound away.
    void this.#context?.close().catch(() => undefined);
    this.#context = null;
  }

  #forget(): void {
    if (this.#src !== null) URL.revokeObjectURL(this.#src);
    this.#src = null;
  }

  /** Lets go of everything. Of what is not recorded to its end the pieces are left that were handed over. */
  close(): void {
    this.#attempt += 1;
    this.#forget();
    this.#state = { is: 'resting' };
    if (this.#held) this.#letGoOf(this.#held);
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
