import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import {
  isLast,
  isSmall,
  layoutOfBlocks,
  otherSideOf,
  type BlockFacts,
  type DeskLayout,
} from './desk-layout.rules.ts';

/** Set on changes that mean the picture itself: they may take it away, or put it elsewhere. */
const meantThePicture = 'meantThePicture';

function factsOf(node: Node): BlockFacts {
  const isPicture = node.type.name === 'picture';
  return {
    isPicture,
    isBlank: node.type.name === 'paragraph' && node.childCount === 0,
    isSmall: isPicture && node.attrs['width'] === 'small',
  };
}

/** As `deskLayoutOf`, of what is in an editor. */
export function layoutOfNode(doc: Node): ReturnType<typeof layoutOfBlocks> {
  return layoutOfBlocks(doc.children.map(factsOf));
}

function pictureIn(doc: Node): { node: Node; place: number } | null {
  let place = 0;
  for (const node of doc.children) {
    if (node.type.name === 'picture') return { node, place };
    place += node.nodeSize;
  }
  return null;
}

/** Whether something stands on the page besides its picture. */
export function hasWords(doc: Node): boolean {
  return doc.children.map(factsOf).some((block) => !block.isPicture && !block.isBlank);
}

/** Puts a picture first or last. Behind it no blank paragraph is left: it would be the last then. */
function insertAt(tr: Transaction, picture: Node, isAtEnd: boolean): void {
  if (!isAtEnd) {
    tr.insert(0, picture);
    return;
  }
  const isBlankAt = (place: number) => tr.doc.maybeChild(place)?.content.size === 0;
  while (
    tr.doc.childCount > 1 &&
    isBlankAt(tr.doc.childCount - 1) &&
    tr.doc.lastChild?.type.name === 'paragraph'
  )
    tr.delete(tr.doc.content.size - tr.doc.child(tr.doc.childCount - 1).nodeSize, tr.doc.content.size);
  tr.insert(tr.doc.content.size, picture);
}

/** Brings the one picture of a page to where a tile has it, as one step that can be taken back. */
export function applyLayout(
  editor: Editor,
  layout: DeskLayout,
  width: unknown = isSmall(layout) ? 'small' : 'full',
): void {
  const { doc, tr } = editor.state;
  const picture = pictureIn(doc);
  const before = layoutOfNode(doc);
  if (!picture || before === null || before === 'words') return;
  const { node, place } = picture;
  const placed = node.type.create({ ...node.attrs, width });
  if (isLast(layout) === isLast(before)) tr.setNodeMarkup(place, null, placed.attrs);
  else {
    tr.delete(place, place + node.nodeSize);
    insertAt(tr, placed, isLast(layout));
  }
  editor.view.dispatch(tr.setMeta(meantThePicture, true));
}

/** Brings it to the other side of the words, as large as it is. */
export function movePicture(editor: Editor): void {
  const layout = layoutOfNode(editor.state.doc);
  if (layout === null || layout === 'words') return;
  applyLayout(editor, otherSideOf(layout), pictureIn(editor.state.doc)?.node.attrs['width']);
}

/** Puts a new picture onto a page, or in the place of the one that is there. */
export function putPicture(editor: Editor, attrs: { sha256: string; alt: string }, layout: DeskLayout): void {
  const { doc, tr, schema } = editor.state;
  const picture = pictureIn(doc);
  const width = isSmall(layout) ? 'small' : 'full';
  if (picture && layoutOfNode(doc) !== null)
    tr.setNodeMarkup(picture.place, null, { ...picture.node.attrs, ...attrs });
  else {
    const node = schema.nodes['picture']?.create({ ...attrs, width });
    if (node) insertAt(tr, node, picture === null && isLast(layout));
  }
  editor.view.dispatch(tr.setMeta(meantThePicture, true));
}

/** Takes the picture off a page. */
export function removePicture(editor: Editor): void {
  const { doc, tr } = editor.state;
  const picture = pictureIn(doc);
  if (!picture) return;
  const end = picture.place + picture.node.nodeSize;
  const blank = editor.schema.nodes['paragraph']?.create();
  if (doc.childCount === 1 && blank) tr.replaceWith(picture.place, end, blank);
  else tr.delete(picture.place, end);
  editor.view.dispatch(tr.setMeta(meantThePicture, true));
}

/** Undo, redo, and a version that is shown from elsewhere are taken as they come. */
function isMeant(transaction: Transaction): boolean {
  return ['history$', 'preventUpdate', meantThePicture].some((key) => {
    const meta: unknown = transaction.getMeta(key);
    return meta !== undefined && meta !== false;
  });
}

/** Keys that were pressed in the words take no picture away, and write no words behind one that comes last. */
function keepPicture(
  transactions: readonly Transaction[],
  before: EditorState,
  now: EditorState,
): Transaction | null {
  if (!transactions.some(({ docChanged }) => docChanged) || transactions.some(isMeant)) return null;
  const layout = layoutOfNode(before.doc);
  const picture = pictureIn(before.doc);
  if (layout === null || layout === 'words' || !picture) return null;
  const after = layoutOfNode(now.doc);
  if (after === 'words') {
    const { tr } = now;
    insertAt(tr, picture.node, isLast(layout));
    return tr;
  }
  const moved = pictureIn(now.doc);
  const isElsewhere = after === null || isLast(after) !== isLast(layout);
  const isAlone = now.doc.children.filter(({ type }) => type.name === 'picture').length === 1;
  if (!isElsewhere || !isAlone || !moved) return null;
  const { tr } = now;
  tr.delete(moved.place, moved.place + moved.node.nodeSize);
  insertAt(tr, moved.node, isLast(layout));
  return tr;
}

export const PagePicture = Extension.create({
  name: 'pagePicture',
  addProseMirrorPlugins: () => [new Plugin({ appendTransaction: keepPicture })],
});
