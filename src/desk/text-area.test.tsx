import { readFileSync } from 'node:fs';
import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { TextArea } from './text-area.tsx';

const sheet = document.createElement('style');
sheet.textContent = readFileSync('src/ui/global.css', 'utf8');

afterEach(() => sheet.remove());

describe('a field for words of any language', () => {
  it('sets them in their own direction, in one line or in several', () => {
    document.head.append(sheet);
    renderScreen(
      <>
        <TextInput label="Title" dir="auto" />
        <TextInput label="Web address" dir="ltr" />
        <TextArea label="Your kind words" rows={3} maxLength={100} value="" onChange={() => undefined} />
      </>,
    );
    const bidiOf = (label: string) => getComputedStyle(screen.getByLabelText(label)).unicodeBidi;
    expect(['Title', 'Web address', 'Your kind words'].map(bidiOf)).toEqual([
      'plaintext',
      'normal',
      'plaintext',
    ]);
  });
});
