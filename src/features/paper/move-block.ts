import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';

/**
 * Moves a block of the text past the one before or after it and selects it there.
 * @param place where the block begins
 * @returns where it begins now; null where there is nothing on that side
 */
export function moveBlock(editor: Editor, place: number, by: 'up' | 'down'): number | null {
  const { doc, tr } = editor.state;
  const node = doc.nodeAt(place);
  const $place = doc.resolve(place);
  const index = $place.index();
  const neighbour = by === 'up' ? $place.parent.maybeChild(index - 1) : $place.parent.maybeChild(index + 1);
  if (!node || !neighbour) return null;
  const from = by === 'up' ? place - neighbour.nodeSize : place;
  const after = by === 'up' ? [node, neighbour] : [neighbour, node];
  tr.replaceWith(from, from + node.nodeSize + neighbour.nodeSize, after);
  const to = by === 'up' ? from : from + neighbour.nodeSize;
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView());
  return to;
}
