import * as v from 'valibot';
import { uuidv7 } from 'uuidv7';
import { wholeRecording } from '#contract/works/recording-bytes.rules.ts';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import type { Voice } from './voice-recorder.ts';

const Piece = v.object({
  /** Pieces of one recording have the same. */
  recording: v.string(),
  /** How long it is with this piece. */
  seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(recordingLimits.seconds)),
  /** In base64: what is kept is a text. */
  sound: v.string(),
});
type Piece = v.InferOutput<typeof Piece>;

function textOf(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0);
}

/**
 * What is recorded and stands in no text yet, kept on this device piece by piece while somebody speaks: a closed dialog or a
 * killed tab loses a moment of it at most. There is one at a time of each work: what is said of one is put into no other.
 */
export class UnfinishedVoice {
  readonly #localDrafts: OwnDrafts;
  readonly #workId: string;
  #recording = '';
  /** Of the recording that is made now. */
  #pieces = 0;
  /** Of all that lie on the device. */
  #kept = 0;
  /** One after the other, or a piece could come back behind what dropped it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(localDrafts: OwnDrafts, workId: string) {
    this.#localDrafts = localDrafts;
    this.#workId = workId;
  }

  #nameOf(number: number): string {
    return `voice ${number} of ${this.#workId}`;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** What was recorded before, as far as it is whole; null where nothing is kept. */
  read(): Promise<Voice | null> {
    return this.#inTurn(async () => {
      const pieces: Piece[] = [];
      for (;;) {
        const kept = v.safeParse(Piece, (await this.#localDrafts.read(this.#nameOf(pieces.length)))?.value);
        if (!kept.success || kept.output.recording !== (pieces[0] ?? kept.output).recording) break;
        pieces.push(kept.output);
      }
      this.#kept = Math.max(this.#kept, pieces.length);
      const sound = new Blob(pieces.map((piece) => bytesOf(piece.sound)));
      const whole = wholeRecording(new Uint8Array(await sound.arrayBuffer()));
      const seconds = pieces.at(-1)?.seconds;
      return whole && seconds !== undefined ? { ...whole, seconds } : null;
    });
  }

  /** From now on pieces are of another recording. The one before is there until the first of them is. */
  begin(): void {
    this.#recording = uuidv7();
    this.#pieces = 0;
  }

  add(sound: Blob, seconds: number): void {
    const number = this.#pieces;
    const recording = this.#recording;
    this.#pieces += 1;
    this.#inTurn(async () => {
      if (number === 0) await this.#dropAll();
      const piece: Piece = { recording, seconds, sound: textOf(new Uint8Array(await sound.arrayBuffer())) };
      await this.#localDrafts.keep(this.#nameOf(number), piece);
      this.#kept = Math.max(this.#kept, number + 1);
    }).catch(report);
  }

  /** It stands in a text now, or nobody wants it. */
  drop(): void {
    this.#inTurn(() => this.#dropAll()).catch(report);
  }

  /** The last one first: what is left where that is interrupted is still the beginning of a recording. */
  async #dropAll(): Promise<void> {
    for (; this.#kept > 0; this.#kept -= 1) await this.#localDrafts.drop(this.#nameOf(this.#kept - 1));
  }
}
