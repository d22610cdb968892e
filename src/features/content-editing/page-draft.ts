import * as v from 'valibot';
import { contentProblems } from '#contract/content/content.problems.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import { DraftForm, EditedPage, type Unfinished } from '#contract/content/editor.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { OwnDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** How long the keyboard is quiet before the draft is saved, in milliseconds. */
const quiet = 800;

export interface PageWords {
  head: Unfinished;
  blocks: readonly Unfinished[];
}

const Theirs = v.object({ draft: EditedPage.entries.draft, live: EditedPage.entries.live });
type Theirs = v.InferOutput<typeof Theirs>;

export interface DraftState {
  words: PageWords;
  saving: 'saved' | 'writing' | 'no_network' | 'failed' | 'changed';
  /** Why it failed. */
  why: string;
  /** What somebody else saved or published in the meantime. */
  theirs: Theirs | null;
  /** Of the draft that was seen last; null where there is none. */
  seen: string | null;
  /** The version that was seen live; null where none is. */
  live_n: number | null;
  /** True while the words are those that the device kept, and nothing was typed since. */
  isRestored: boolean;
  /** Rises where other words take the place of those in the fields. */
  round: number;
}

const startOf = ({ kind, slug, draft, live, last }: EditedPage): PageWords => {
  const { head, blocks } = draft ?? live ?? last ?? {};
  const number = kind === 'goal' ? { number: Number(slug) } : {};
  return {
    head: head ?? { kind, title: '', summary: '', for: 'everyone', goals: [], ages: [], ...number },
    blocks: blocks ?? [],
  };
};

/** What a conflict says is there now; null for every other failure. */
function theirsOf(error: unknown): Theirs | null {
  if (!(error instanceof ApiProblem) || error.code !== contentProblems.changed_since.code) return null;
  const read = v.safeParse(Theirs, error.body.details);
  return read.success ? read.output : null;
}

const sameWords = (one: PageWords, other: PageWords) =>
  JSON.stringify([one.head, one.blocks]) === JSON.stringify([other.head, other.blocks]);

/**
 * The draft of a page in one language: saves it while somebody writes, one call at a time, each naming the draft that it saw. The device
 * keeps what the server does not have yet.
 */
export class PageDraftStore {
  readonly #api: ApiClient;
  readonly #page: EditedPage;
  readonly #localDrafts: OwnDrafts;
  readonly #name: string;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #base: number | null;
  #isDirty = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  /** Whether the device may hold something of this page. */
  #isKept = false;

  constructor(api: ApiClient, page: EditedPage, localDrafts: OwnDrafts) {
    this.#api = api;
    this.#page = page;
    this.#localDrafts = localDrafts;
    this.#name = `page ${page.id} ${page.language}`;
    this.#base = page.draft ? page.draft.base_n : (page.live?.n ?? null);
    this.#state = {
      words: startOf(page),
      saving: 'saved',
      why: '',
      theirs: null,
      seen: page.draft?.updated_at ?? null,
      live_n: page.live?.n ?? null,
      isRestored: false,
      round: 0,
    };
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getState = () => this.#state;

  change(words: PageWords): void {
    this.#isDirty = true;
    this.#set({ words, isRestored: false, ...(this.#state.theirs === null && { saving: 'writing' }) });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), quiet);
  }

  /** Puts back what the device kept, and saves it. Where the page was changed since, the editor is asked whose words stay. */
  async takeUp(): Promise<void> {
    const kept = await this.#localDrafts.read(this.#name);
    if (!kept) return;
    this.#isKept = true;
    // Whoever was faster than the device has begun anew.
    if (this.#isDirty) return;
    const read = v.safeParse(DraftForm, kept.value);
    const { words, seen, round } = this.#state;
    if (!read.success || sameWords(read.output, words)) return this.#drop();
    const { head, blocks } = read.output;
    const isNew = read.output.seen === seen && read.output.base === this.#base;
    const { draft, live } = this.#page;
    this.#isDirty = true;
    this.#set({
      words: { head, blocks },
      isRestored: true,
      round: round + 1,
      saving: isNew ? 'writing' : 'changed',
      theirs: isNew ? null : { draft, live },
    });
    await this.save();
  }

  /** Throws away what came back: the page is as it was before. */
  async startAnew(): Promise<void> {
    this.change(startOf(this.#page));
    this.#set({ round: this.#state.round + 1 });
    await this.save();
  }

  /** The screen or the tab is left, and may not come back. */
  keep(): void {
    if (!this.#isDirty) return;
    this.#isKept = true;
    const { words, seen } = this.#state;
    const value = { base: this.#base, seen, head: words.head, blocks: words.blocks };
    this.#localDrafts.keep(this.#name, value).catch(report);
  }

  /** What was not saved is given up. */
  giveUp(): void {
    clearTimeout(this.#timer);
    this.#isDirty = false;
    this.#drop();
  }

  #drop(): void {
    if (!this.#isKept) return;
    this.#isKept = false;
    this.#localDrafts.drop(this.#name).catch(report);
  }

  /** True once all that was typed is saved. */
  async save(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#saveAll().finally(() => {
      this.#running = null;
    });
    return await this.#running;
  }

  /** True where the failure was that somebody else changed the page: the editor is asked which words to keep. */
  noteConflict(error: unknown): boolean {
    const theirs = theirsOf(error);
    if (theirs) this.#set({ theirs, saving: 'changed' });
    return theirs !== null;
  }

  takeTheirs(): void {
    const { theirs, round } = this.#state;
    if (!theirs) return;
    this.giveUp();
    this.#see(theirs);
    this.#set({
      words: startOf({ ...this.#page, ...theirs }),
      theirs: null,
      saving: 'saved',
      isRestored: false,
      round: round + 1,
    });
  }

  async keepMine(): Promise<void> {
    const { theirs } = this.#state;
    if (!theirs) return;
    this.#isDirty = true;
    this.#see(theirs);
    this.#set({ theirs: null, saving: 'writing' });
    await this.save();
  }

  #see({ draft, live }: Theirs): void {
    this.#base = live?.n ?? null;
    this.#set({ seen: draft?.updated_at ?? null, live_n: live?.n ?? null });
  }

  async #saveAll(): Promise<boolean> {
    const { id, language } = this.#page;
    while (this.#isDirty && this.#state.theirs === null) {
      this.keep();
      this.#isDirty = false;
      const { words, seen } = this.#state;
      const body = { base: this.#base, seen, head: words.head, blocks: [...words.blocks] };
      try {
        this.#set({ saving: 'writing' });
        // The next one names the moment of this one.
        const kept = await this.#api.call(editorEndpoints.writeDraft, { params: { id, language }, body });
        this.#set({ seen: kept.updated_at });
      } catch (error) {
        this.#isDirty = true;
        if (!this.noteConflict(error)) {
          const { isOffline, text } = failureOf(error);
          this.#set({ saving: isOffline ? 'no_network' : 'failed', why: text });
        }
        return false;
      }
    }
    if (this.#state.theirs !== null) {
      this.keep();
      return false;
    }
    this.#drop();
    this.#set({ saving: 'saved' });
    return true;
  }

  #set(part: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
