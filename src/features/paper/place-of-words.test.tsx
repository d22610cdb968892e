import { Editor } from '@tiptap/core';
import { Document } from '@tiptap/extension-document';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useFittingWords } from './use-fitting-words.ts';
import { placeOfWords } from './place-of-words.ts';

const makeEditor = () => new Editor({ extensions: [Document, Paragraph, Text], content: '<p>A whale</p>' });

it('are those of an editor that is there', () => {
  expect(placeOfWords(makeEditor())?.textContent).toBe('A whale');
});

it('are nowhere once the editor was thrown away, and its page stands', () => {
  const editor = makeEditor();
  editor.destroy();
  expect(placeOfWords(editor)).toBeNull();
  const place = { current: document.createElement('div') };
  expect(renderHook(() => useFittingWords(editor, place)).result.current).toBe(false);
});
