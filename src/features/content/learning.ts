/** What the signed-in person has done of pages that one learns from; another feature keeps it. */
export interface Learning {
  /** Of a page, by its id. */
  isDone: (pageId: string, step: string) => boolean;
  /** What was chosen or written last; null where nothing was. */
  answerOf: (pageId: string, step: string) => readonly string[] | null;
  set: (pageId: string, step: string, body: { done: boolean; answer?: string[] }) => void;
  /** How far a course is, by its lessons in their order. */
  courseProgress: (lessons: readonly { id: string }[]) => {
    done: number;
    all: number;
    next: string | null;
    hasBegun: boolean;
  };
}

/** The same of one page; null where nobody is signed in. */
export interface PageLearning {
  isDone: (step: string) => boolean;
  answerOf: (step: string) => readonly string[] | null;
  set: (step: string, body: { done: boolean; answer?: string[] }) => void;
}

export function ofPage(learning: Learning | null, pageId: string): PageLearning | null {
  return (
    learning && {
      isDone: (step) => learning.isDone(pageId, step),
      answerOf: (step) => learning.answerOf(pageId, step),
      set: (step, body) => learning.set(pageId, step, body),
    }
  );
}
