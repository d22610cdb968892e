import { codesThatCount, readLoginCard } from '#src/lib/login-card.ts';
import { markOf, type CardMark } from './just-read.ts';

/**
 * `several` is more than one login card at a time; `got` is one that was handed on and not yet answered; `past` is the card of
 * whoever was here before.
 */
export type Sighting = 'nothing' | 'several' | 'got' | 'past';

/** Milliseconds after which a code that a picture lacks has left it; a blurred picture in between does not count. */
const untilGone = 1000;
/** Milliseconds in which an answer is waited for, whether or not the card is still held up. */
const untilAnswer = 4000;
/** The same, where the refusal of the one before still stands: it is the answer to this one too, unless it goes now. */
const untilSameAnswer = 600;

interface Code {
  text: string;
  reportedAt: number;
  seenAt: number;
  /** True where a picture came since then that does not show it. However long the next takes, it alone tells. */
  isMissed: boolean;
  isAnswered: boolean;
}

/** A slow tablet takes seconds for a picture: a card that is in each of them has not left. */
const isInView = ({ isMissed, seenAt }: Code, now: number) => !isMissed || now - seenAt < untilGone;

/**
 * What has been seen, so that a card that is held to the camera for long is handed on once. The refusal of a code is its
 * answer. It is handed on again when it had left the picture, or when that refusal was taken back.
 */
export class Sightings {
  #refusal: string | null;
  #code: Code | null = null;
  #isSeveral = false;
  #past: { mark: CardMark; goneSince: number | null } | null;
  #isPastSeen = false;
  #sighting: Sighting = 'nothing';
  readonly #listeners = new Set<() => void>();

  /** @param past a card that has to leave the picture for a moment before it counts */
  constructor(refusal: string | null, past: CardMark | null = null) {
    this.#refusal = refusal;
    this.#past = past === null ? null : { mark: past, goneSince: null };
  }

  readonly sighting = (): Sighting => this.#sighting;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * @param texts of the codes in one picture, each once
   * @param now milliseconds
   * @returns the text to hand on; null where there is nothing new
   */
  see(texts: readonly string[], now: number): string | null {
    this.#isPastSeen = this.#seesPast(texts, now);
    if (this.#isPastSeen) {
      this.look(now);
      return null;
    }
    const code = this.#code;
    const counting = this.#codesThatCount(texts, now);
    const isSeen = code !== null && counting.includes(code.text);
    const isKnown = isSeen && isInView(code, now);
    if (isKnown) code.seenAt = now;
    if (code) code.isMissed = !isKnown;
    // With two cards in the picture nobody knows whose is meant.
    this.#isSeveral = counting.length > 1;
    const [text] = counting;
    const isNew = text !== undefined && !isKnown && !this.#isSeveral;
    if (isNew) this.#code = { text, reportedAt: now, seenAt: now, isMissed: false, isAnswered: false };
    this.look(now);
    return isNew ? text : null;
  }

  /** As `see`, of a photo: what it shows is before no camera. */
  seeOnce(texts: readonly string[], now: number): string | null {
    const text = this.see(texts, now);
    if (this.#code) this.#code.isMissed = true;
    return text;
  }

  /** A poster behind a card that is blurred for a moment does not take the card's place. */
  #codesThatCount(texts: readonly string[], now: number): readonly string[] {
    const code = this.#code;
    const counting = codesThatCount(texts);
    const isCardInView = code !== null && isInView(code, now) && readLoginCard(code.text) !== null;
    return isCardInView ? counting.filter((text) => readLoginCard(text) !== null) : counting;
  }

  refusalIs(refusal: string | null, now: number): void {
    if (refusal === this.#refusal) return;
    this.#refusal = refusal;
    if (refusal !== null && this.#code) this.#code.isAnswered = true;
    else if (this.#code?.isAnswered) this.#code = null;
    this.look(now);
  }

  /** Time alone changes what is seen. */
  look(now: number): void {
    const sighting = this.#sightingAt(now);
    if (sighting === this.#sighting) return;
    this.#sighting = sighting;
    for (const listener of this.#listeners) listener();
  }

  #seesPast(texts: readonly string[], now: number): boolean {
    const past = this.#past;
    if (!past) return false;
    const isSeen = texts.some((text) => markOf(text) === past.mark);
    if (isSeen) past.goneSince = null;
    else past.goneSince ??= now;
    if (past.goneSince !== null && now - past.goneSince >= untilGone) this.#past = null;
    return isSeen;
  }

  #sightingAt(now: number): Sighting {
    if (this.#isPastSeen) return 'past';
    if (this.#isSeveral) return 'several';
    const code = this.#code;
    if (!code || code.isAnswered) return 'nothing';
    const wait = this.#refusal === null ? untilAnswer : untilSameAnswer;
    const isHeldUp = this.#refusal === null && now - code.seenAt < untilGone;
    return isHeldUp || now - code.reportedAt < wait ? 'got' : 'nothing';
  }
}
