import type { ContentBlock } from './blocks.schema.ts';
import type { Lack } from './editor.schema.ts';

/** What somebody does in a block: a kind of block, or of a quiz the type of the question. */
type Task = string;

interface Step {
  /** `block.item`, by which progress is kept. */
  name: string;
  block: string;
  /** Of the item in its block. */
  field: string;
  task: Task;
}

/** All that can be done on a page, in its order. */
export function stepsOf(blocks: readonly ContentBlock[]): Step[] {
  return blocks.flatMap((block) => {
    const step = (item: { id: string }, list: string, place: number, task: Task): Step => ({
      name: `${block.id}.${item.id}`,
      block: block.id,
      field: `${list}.${place}`,
      task,
    });
    switch (block.kind) {
      case 'steps':
        return block.steps.map((item, place) => step(item, 'steps', place, block.kind));
      case 'checklist':
        return block.items.map((item, place) => step(item, 'items', place, block.kind));
      case 'quiz':
        return block.questions.map((item, place) => step(item, 'questions', place, item.type));
      default:
        return [];
    }
  });
}

/**
 * Law 5: an id of a step keeps its meaning, because progress is kept by it.
 * @param earlier what each step was in the versions that were published, in any language
 */
export function stepLacks(
  blocks: readonly ContentBlock[],
  earlier: ReadonlyMap<string, ReadonlySet<Task>> = new Map(),
): Lack[] {
  const names = new Set<string>();
  return stepsOf(blocks).flatMap(({ name, block, field, task }): Lack[] => {
    const isTwice = names.has(name);
    names.add(name);
    if (isTwice)
      return [{ block, field, lacks: 'Two parts of this block have one name. Remove one and add it again.' }];
    const tasks = earlier.get(name);
    if (tasks === undefined || tasks.has(task)) return [];
    return [
      {
        block,
        field,
        lacks:
          'Readers did this as another kind of task, and it would look done. Remove it and add a new one.',
      },
    ];
  });
}
