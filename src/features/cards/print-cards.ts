import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { classCardsFileName, studentCardFileName } from '#contract/cards/cards.rules.ts';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { saveFile } from '#src/ui/save-file.ts';
import type { classCardsPdf } from './class-cards.pdf.ts';
import type { studentCardPicture } from './student-card.png.ts';

export interface PrintingOptions {
  signal: AbortSignal;
  /** Cards that are drawn, of how many. */
  onProgress: (done: number, total: number) => void;
}

/** What turns cards into files. What draws is fetched when somebody prints, each for itself: a PDF needs far more code. */
export interface CardPaper {
  loadClassDrawing: () => Promise<typeof classCardsPdf>;
  loadStudentDrawing: () => Promise<typeof studentCardPicture>;
  save: (file: Blob, name: string) => void;
}

export const cardPaper: CardPaper = {
  loadClassDrawing: async () => (await import('./class-cards.pdf.ts')).classCardsPdf,
  loadStudentDrawing: async () => (await import('./student-card.png.ts')).studentCardPicture,
  save: saveFile,
};

const address = () => window.location.host;

/**
 * What draws is fetched only where the school can be reached: to many browsers a file that failed once has failed for as long
 * as the page is open, and nothing could be printed with it any more.
 * @throws NoNetworkError, ApiProblem: the school did not answer, or with a failure, and nothing was fetched
 */
async function loadDrawing<Draw>(api: ApiClient, load: () => Promise<Draw>): Promise<Draw> {
  await api.call(healthEndpoints.check, {});
  return await load();
}

/** Of all in a class, or of these alone; in the order of `order`, with those whom it does not name last. */
export interface CardChoice {
  only?: readonly string[] | undefined;
  order?: readonly string[] | undefined;
}

/** The cards as the list shows their students, so that handing them out goes down the list. */
function inOrder(cards: readonly NewLoginCard[], order: readonly string[]): NewLoginCard[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ student_id }: NewLoginCard) => places.get(student_id) ?? order.length;
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Nobody holds a paper with these badges, so none of them should open anything. */
async function takeBack(api: ApiClient, cards: readonly NewLoginCard[]): Promise<void> {
  for (let start = 0; start < cards.length; start += limits.studentsPerCall) {
    const card_ids = cards.slice(start, start + limits.studentsPerCall).map(({ id }) => id);
    await api.call(cardEndpoints.discard, { body: { card_ids } });
  }
}

/** Adds the cards as they are made, so that whoever fails meanwhile knows of them. */
async function issueCards(
  api: ApiClient,
  classId: string,
  student_ids: readonly string[] | null,
  signal: AbortSignal,
  cards: NewLoginCard[],
): Promise<void> {
  const before = cards.length;
  for (let next: string | null = ''; next !== null;) {
    signal.throwIfAborted();
    const body = {
      limit: limits.studentsPerCall,
      offset: cards.length - before,
      ...(student_ids && { student_ids: [...student_ids] }),
    };
    const page = await api.call(cardEndpoints.issueForClass, { params: { classId }, body }, { signal });
    cards.push(...page.results);
    next = page.results.length > 0 ? page.next : null;
  }
}

/**
 * Makes new cards for a class, or for some of it, and saves them as a file. Called off, or where drawing fails, they are void again.
 * @returns how many cards are in the file; 0: nobody of the class can sign in, and there is no file
 */
export async function printClassCards(
  api: ApiClient,
  { id: classId, name, class_id: classCode }: SchoolClass,
  { signal, onProgress }: PrintingOptions,
  paper: CardPaper,
  { only, order = only ?? [] }: CardChoice = {},
): Promise<number> {
  const draw = await loadDrawing(api, paper.loadClassDrawing);
  const cards: NewLoginCard[] = [];
  try {
    if (only === undefined) await issueCards(api, classId, null, signal, cards);
    else
      for (let start = 0; start < only.length; start += limits.studentsPerCall)
        await issueCards(api, classId, only.slice(start, start + limits.studentsPerCall), signal, cards);
    if (cards.length === 0) return 0;
    onProgress(0, cards.length);
    const file = await draw(
      { className: name, classCode, address: address(), cards: inOrder(cards, order) },
      { signal, onProgress: (done) => onProgress(done, cards.length) },
    );
    signal.throwIfAborted();
    paper.save(file, classCardsFileName(name));
    return cards.length;
  } catch (error) {
    // Where the school does not hear of it either, they are good cards that exist on no paper: it does no harm.
    if (cards.length > 0) takeBack(api, cards).catch(() => undefined);
    throw error;
  }
}

/** Makes a new card for one student and saves it as a picture. */
export async function printStudentCard(
  api: ApiClient,
  student: { id: string; className: string; classCode: string | null },
  paper: CardPaper,
): Promise<void> {
  const draw = await loadDrawing(api, paper.loadStudentDrawing);
  const card = await api.call(cardEndpoints.issueForStudent, { params: { studentId: student.id } });
  try {
    const { className, classCode } = student;
    const picture = await draw(card, { className, classCode, address: address() });
    paper.save(picture, studentCardFileName(card.username));
  } catch (error) {
    takeBack(api, [card]).catch(() => undefined);
    throw error;
  }
}
