import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { CardSummary, LoginCard, NewLoginCard } from '#contract/cards/cards.schema.ts';
import type { CardPaper } from '#src/features/cards/print-cards.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** The school's side of login cards, for tests of screens. */
export class CardSchool implements ApiClient {
  /** What was asked, as `[endpoint name, input]`. */
  readonly asked: [string, unknown][] = [];
  /** By the name of an endpoint: how it fails. */
  readonly failures = new Map<string, Error>();
  /** Set it to let the school take its time. */
  before: () => Promise<void> = async () => undefined;
  newCards: NewLoginCard[] = [];
  cards: LoginCard[] = [];
  summary: CardSummary = { cards: 0, students: 0, last_printed_at: null, last_printed_by: null };

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    this.asked.push([endpoint.name, input]);
    await this.before();
    const failure = this.failures.get(endpoint.name);
    if (failure) throw failure;
    return this.#answer(endpoint.name) as never;
  };

  names(): string[] {
    return this.asked.map(([name]) => name);
  }

  inputOf(name: string): unknown {
    return this.asked.find(([asked]) => asked === name)?.[1];
  }

  #answer(name: string): unknown {
    if (name === cardEndpoints.issueForClass.name)
      return { count: this.newCards.length, next: null, results: this.newCards };
    if (name === cardEndpoints.issueForStudent.name) return this.newCards[0];
    if (name === cardEndpoints.listOfStudent.name)
      return { count: this.cards.length, next: null, results: this.cards };
    if (name.startsWith('cards.summarize')) return this.summary;
    return { voided: this.summary.cards };
  }
}

/** What Chromium says of code that it could not fetch. */
export function missingCode(): Error {
  return new TypeError('Failed to fetch dynamically imported module: /assets/class-cards.pdf.js');
}

/** Paper that notes what was drawn and saved on it, where there is no canvas. */
export class TestPaper implements CardPaper {
  readonly saved: string[] = [];
  /** Usernames, in the order of the sheet that was drawn last. */
  drawn: string[] = [];
  /** Whose code was fetched. */
  readonly loaded: string[] = [];
  /** Set it to let that code be missing. */
  beforeLoading: () => Promise<void> = async () => undefined;
  /** Set it to let drawing wait or fail. */
  beforeDrawing: () => Promise<void> = async () => undefined;

  readonly loadClassDrawing: CardPaper['loadClassDrawing'] = async () => {
    await this.beforeLoading();
    this.loaded.push('class');
    return async ({ cards }, { onProgress }) => {
      onProgress(1);
      await this.beforeDrawing();
      this.drawn = cards.map(({ username }) => username);
      return new Blob([cards.map(({ username }) => username).join(' ')]);
    };
  };

  readonly loadStudentDrawing: CardPaper['loadStudentDrawing'] = async () => {
    await this.beforeLoading();
    this.loaded.push('student');
    return async ({ username }) => {
      await this.beforeDrawing();
      return new Blob([username]);
    };
  };

  readonly save: CardPaper['save'] = (_file, name) => {
    this.saved.push(name);
  };
}
