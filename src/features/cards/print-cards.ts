import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import {
  classCardsFileName,
  studentCardFileName,
  studentCardsFileName,
} from '#contract/cards/cards.rules.ts';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { healthEndpoints } from '#contract/health/health.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Student } from '#contract/students/students.schema.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { saveFile } from '#src/ui/save-file.ts';
import type { classCardsPdf, SheetCard } from './class-cards.pdf.ts';
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
  loadClassDrawing: async () => (await import(/* part: aside */ './class-cards.pdf.ts')).classCardsPdf,
  loadStudentDrawing: async () =>
    (await import(/* part: aside */ './student-card.png.ts')).studentCardPicture,
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

/** Cards that go into one file. */
export interface CardsToPrint {
  /** Whose they are, such as the name of a class. */
  whose: string;
  fileName: string;
  classes: readonly { schoolClass: NamedClass; only?: readonly string[] | undefined }[];
  order?: readonly string[] | undefined;
}

type NamedClass = Pick<SchoolClass, 'id' | 'name' | 'class_id'>;

/** All cards of a class, or those that are chosen of it. */
export function cardsOfClass(schoolClass: NamedClass, { only, order }: CardChoice = {}): CardsToPrint {
  const { name } = schoolClass;
  return { whose: name, fileName: classCardsFileName(name), classes: [{ schoolClass, only }], order };
}

/** Cards of students of any classes, in this order; null where none of them is in a class. */
export function cardsOfStudents(students: readonly Pick<Student, 'id' | 'stu_class'>[]): CardsToPrint | null {
  const classes = new Map<string, { schoolClass: NamedClass; only: string[] }>();
  for (const { id, stu_class } of students) {
    if (stu_class === null) continue;
    const { only } = classes.get(stu_class.id) ?? { only: [] };
    classes.set(stu_class.id, { schoolClass: stu_class, only: [...only, id] });
  }
  const [first, ...others] = classes.values();
  if (!first) return null;
  const order = students.map(({ id }) => id);
  if (others.length === 0) return cardsOfClass(first.schoolClass, { only: first.only, order });
  return {
    whose: `${others.length + 1} classes`,
    fileName: studentCardsFileName,
    classes: [first, ...others],
    order,
  };
}

/** The cards as the list shows their students, so that handing them out goes down the list. */
function inOrder<Card extends NewLoginCard>(cards: readonly Card[], order: readonly string[]): Card[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ student_id }: Card) => places.get(student_id) ?? order.length;
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
  schoolClass: NamedClass,
  student_ids: readonly string[] | null,
  signal: AbortSignal,
  cards: SheetCard[],
): Promise<void> {
  const before = cards.length;
  const { id: classId, name: className, class_id: classCode } = schoolClass;
  for (let next: string | null = ''; next !== null;) {
    signal.throwIfAborted();
    const body = {
      limit: limits.studentsPerCall,
      offset: cards.length - before,
      ...(student_ids && { student_ids: [...student_ids] }),
    };
    const page = await api.call(cardEndpoints.issueForClass, { params: { classId }, body }, { signal });
    cards.push(...page.results.map((card) => ({ ...card, className, classCode })));
    next = page.results.length > 0 ? page.next : null;
  }
}

/**
 * Makes new cards and saves them as a file. Called off, or where drawing fails, they are void again.
 * @returns how many cards are in the file; 0: nobody of them can sign in, and there is no file
 */
export async function printCards(
  api: ApiClient,
  { whose, fileName, classes, order }: CardsToPrint,
  { signal, onProgress }: PrintingOptions,
  paper: CardPaper,
): Promise<number> {
  const draw = await loadDrawing(api, paper.loadClassDrawing);
  const cards: SheetCard[] = [];
  try {
    for (const { schoolClass, only } of classes) {
      if (only === undefined) await issueCards(api, schoolClass, null, signal, cards);
      else
        for (let start = 0; start < only.length; start += limits.studentsPerCall) {
          const some = only.slice(start, start + limits.studentsPerCall);
          await issueCards(api, schoolClass, some, signal, cards);
        }
    }
    if (cards.length === 0) return 0;
    onProgress(0, cards.length);
    const shown = order ?? classes.flatMap(({ only }) => only ?? []);
    const file = await draw(
      { whose, address: address(), cards: inOrder(cards, shown) },
      { signal, onProgress: (done) => onProgress(done, cards.length) },
    );
    signal.throwIfAborted();
    paper.save(file, fileName);
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
