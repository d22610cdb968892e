import type { ContentCard } from './content.schema.ts';

/**
 * The drawing that says what a page is about, such as `goals/6`: its goal's where it has one alone, otherwise that of its kind. Without
 * the ending of its file.
 */
export function drawingOf({
  kind,
  number,
  goals,
}: Pick<ContentCard, 'kind' | 'goals'> & { number?: number | undefined }): string {
  const goal = number ?? (goals.length === 1 ? goals[0] : undefined);
  if (goal !== undefined) return `goals/${goal}`;
  switch (kind) {
    case 'legal':
    case 'goal':
      return 'kinds/page';
    case 'lesson':
      return 'kinds/course';
    case 'page':
    case 'course':
    case 'hub':
    case 'challenge':
    case 'event':
    case 'film':
      return `kinds/${kind}`;
  }
}
