import { Document } from '@tiptap/extension-document';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Editor } from '@tiptap/react';
import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFittingWords } from './use-fitting-words.ts';

/** Letters that fit on the page at each size of words. */
const room = [10, 20, 30, 40];

let editor: Editor;
let frames: FrameRequestCallback[] = [];

/** Sizes at which the words were placed since it was asked last. */
let tried: string[] = [];
const triedNow = () => tried.splice(0);

function drawFrame(): void {
  for (const run of frames.splice(0)) run(0);
}

function Page() {
  const sheet = useRef<HTMLElement>(null);
  const isOver = useFittingWords(editor, sheet);
  return (
    <article ref={sheet} data-testid="page">
      {isOver ? 'Over' : 'Fits'}
    </article>
  );
}

const pageOf = (container: HTMLElement) => container.querySelector<HTMLElement>('article');

beforeEach(() => {
  frames = [];
  tried = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => frames.push(run));
  vi.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation(() => undefined);
  editor = new Editor({ extensions: [Document, Paragraph, Text], content: '<p>short</p>' });
  const words = editor.view.dom;
  Object.defineProperty(words, 'clientHeight', { get: () => 100 });
  Object.defineProperty(words, 'scrollHeight', {
    get: () => {
      const step = document.querySelector<HTMLElement>('article')?.dataset['step'] ?? '0';
      tried.push(step);
      return editor.getText().length > (room[Number(step)] ?? 0) ? 200 : 100;
    },
  });
});
afterEach(() => {
  editor.destroy();
  vi.useRealTimers();
});

it('tries no larger size where more is written, and all of them where something is taken out', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { container } = render(<Page />);
  drawFrame();
  editor.commands.setContent('<p>so much that it fits</p>');
  drawFrame();
  expect(pageOf(container)?.dataset['step']).toBe('1');
  triedNow();
  editor.commands.insertContentAt(2, 'o');
  drawFrame();
  expect(triedNow()).toEqual(['1', '2']);
  editor.commands.insertContentAt(2, 'o');
  drawFrame();
  expect(triedNow()).toEqual(['2']);
  vi.advanceTimersByTime(1000);
  drawFrame();
  expect(triedNow()).toEqual(['0', '1', '2']);
  editor.commands.setContent('<p>short</p>');
  drawFrame();
  expect(pageOf(container)?.dataset['step']).toBe('0');
});

it('says that the words do not fit, and that they do again', async () => {
  const { container, findByText } = render(<Page />);
  editor.commands.setContent(`<p>${'e'.repeat(50)}</p>`);
  drawFrame();
  expect(await findByText('Over')).not.toBeNull();
  expect(pageOf(container)?.dataset['over']).toBe('true');
  editor.commands.setContent('<p>short</p>');
  drawFrame();
  expect(await findByText('Fits')).not.toBeNull();
  expect(pageOf(container)?.dataset['over']).toBe('false');
});
