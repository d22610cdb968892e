import * as v from 'valibot';
import { uuidv7 } from 'uuidv7';
import type { EndpointInput } from '#contract/kit/endpoint.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { isSaved, KeptWords } from './left-words.ts';
import { saveChapter, saveChapterInput } from './writing.mutations.ts';

/** Milliseconds without a key after which what is typed is kept, and after which it is saved. */
const quiet = { keep: 300, save: 2000 };
/** Milliseconds after which somebody who types without a pause has it saved all the same. */
const longest = 15_000;

export interface Typed {
  title: string;
  document: WorkDocument;
}

export type SaveState = 'saved' | 'typing' | 'failed' | 'too_long';

/** What a draft works with; a test hands in its own. */
export interface DraftTools {
  /** What stands in the editor. */
  read: () => Typed;
  /** Puts something else into it. */
  show: (typed: Typed) => void;
  /** Stores a version as a change that goes to school. */
  store: (input: EndpointInput<typeof saveChapter.endpoint>) => Promise<unknown>;
  /** Keeps on this device what is typed and not saved, over a killed tab; null: nothing any more. */
  keep: (kept: unknown) => Promise<void>;
  onState: (state: SaveState) => void;
  onFailure: (error: unknown) => void;
}

/** Calls back once its deadline has passed, however often that was put off meanwhile: a key sets no timer where one runs. */
class Debouncer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #deadline: () => number;
  readonly #fire: () => void;

  constructor(deadline: () => number, fire: () => void) {
    this.#deadline = deadline;
    this.#fire = fire;
  }

  set(): void {
    this.#timer ??= setTimeout(() => this.#check(), Math.max(0, this.#deadline() - performance.now()));
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#deadline() > performance.now()) this.set();
    else this.#fire();
  }
}

/**
 * What is typed into a chapter: kept on the device within moments, so that a killed tab loses nothing, and saved soon after.
 * It is no part of React, because nothing is drawn again while somebody types.
 */
export class ChapterDraft {
  #chapter: OwnChapter;
  readonly #tools: DraftTools;
  /** The version that stands in the editor, or that what is typed began from. */
  #basedOn: string | null;
  /** What is typed now will be this version: saved twice, over a reload, it is one. */
  #version = uuidv7();
  #isDirty = false;
  /** When the first key was pressed of what is not saved, and when the last one, by a clock that nobody sets. */
  readonly #keys = { first: 0, last: 0 };
  readonly #keeping = new Debouncer(
    () => this.#keys.last + quiet.keep,
    () => this.keep(),
  );
  readonly #saving = new Debouncer(
    () => Math.min(this.#keys.last + quiet.save, this.#keys.first + longest),
    () => void this.save(),
  );
  #last: Promise<void> = Promise.resolve();

  constructor(chapter: OwnChapter, tools: DraftTools) {
    this.#chapter = chapter;
    this.#tools = tools;
    this.#basedOn = chapter.version;
  }

  /** A key was pressed. What is typed is read when it is needed, and not at each key. */
  noteTyping(): void {
    this.#keys.last = performance.now();
    if (!this.#isDirty) {
      this.#isDirty = true;
      this.#keys.first = this.#keys.last;
      this.#tools.onState('typing');
    }
    this.#keeping.set();
    this.#saving.set();
  }

  /** What this device kept when the tab was killed. */
  takeUp(value: unknown): void {
    const kept = v.safeParse(KeptWords, value);
    // Whoever was faster than the device has begun anew.
    if (!kept.success || this.#isDirty) return;
    if (isSaved(this.#chapter, kept.output.version)) {
      this.#tools.keep(null).catch(this.#tools.onFailure);
      return;
    }
    const { based_on, version = this.#version, ...typed } = kept.output;
    this.#basedOn = based_on;
    this.#version = version;
    this.#tools.show(typed);
    this.noteTyping();
  }

  /**
   * The chapter as it stands now. Where another device went on from what stands in the editor, that is shown; what somebody
   * types at this moment stays, and will stand beside it.
   */
  follow(chapter: OwnChapter): void {
    this.#chapter = chapter;
    this.#noteSaved();
    const isBeside = chapter.others.some(({ version }) => version === this.#basedOn);
    if (this.#isDirty || isBeside || chapter.version === this.#basedOn) return;
    this.#basedOn = chapter.version;
    this.#tools.show(chapter);
  }

  /** Keeps what is typed on this device, at once. */
  keep(): void {
    this.#keeping.clear();
    if (!this.#isDirty) return;
    this.#tools.keep({ ...this.#tools.read(), ...this.#base() }).catch(this.#tools.onFailure);
  }

  /** Another tab saved what this one had kept: what was typed since is the version after that. */
  #noteSaved(): void {
    if (!isSaved(this.#chapter, this.#version)) return;
    this.#basedOn = this.#version;
    this.#version = uuidv7();
  }

  #base(): { based_on: string | null; version: string } {
    return { based_on: this.#basedOn, version: this.#version };
  }

  /** Saves what is typed now, if anything is; one after the other. */
  save(): Promise<void> {
    this.#saving.clear();
    this.#keeping.clear();
    this.#last = this.#last.then(() => this.#store());
    return this.#last;
  }

  async #store(): Promise<void> {
    if (!this.#isDirty) return;
    this.#noteSaved();
    const before = this.#base();
    const input = saveChapterInput(this.#chapter, { ...this.#tools.read(), ...before }, before.version);
    if (!v.is(saveChapter.endpoint.body, input.body)) {
      this.#tools.onState('too_long');
      return;
    }
    this.#isDirty = false;
    this.#basedOn = before.version;
    this.#version = uuidv7();
    try {
      await this.#tools.store(input);
    } catch (error) {
      this.#isDirty = true;
      [this.#basedOn, this.#version] = [before.based_on, before.version];
      this.#tools.onState('failed');
      this.#tools.onFailure(error);
      return;
    }
    if (this.#hasMore()) return;
    this.#tools.onState('saved');
    await this.#tools.keep(null).catch(this.#tools.onFailure);
  }

  /** Somebody went on typing while it was stored. */
  #hasMore(): boolean {
    return this.#isDirty;
  }
}
