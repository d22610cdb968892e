import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

function showField(value = '') {
  const searches: string[] = [];
  const field = (inForce: string) => (
    <MantineProvider env="test">
      <SearchField
        label="Search students"
        value={inForce}
        onSearch={(text) => searches.push(text)}
        quiet={500}
      />
    </MantineProvider>
  );
  const { rerender } = render(field(value));
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search students' });
  return { searches, input, setValue: (text: string) => rerender(field(text)) };
}

function type(input: HTMLInputElement, value: string) {
  fireEvent.change(input, { target: { value } });
}

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe('a search field', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('searches once, after 500 milliseconds of quiet', () => {
    const { searches, input } = showField();
    type(input, 'z');
    wait(499);
    type(input, 'zo');
    wait(499);
    expect(searches).toEqual([]);
    wait(1);
    expect(searches).toEqual(['zo']);
  });

  it('searches at once on Enter, and not again later', () => {
    const { searches, input } = showField();
    type(input, 'zoe');
    fireEvent.keyDown(input, { key: 'Enter' });
    wait(1000);
    expect(searches).toEqual(['zoe']);
  });

  it('clears at once and keeps the keyboard', () => {
    const { searches, input } = showField('zoe');
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(searches).toEqual(['']);
    expect(input.value).toBe('');
    expect(document.activeElement).toBe(input);
  });

  it('follows a search that changes elsewhere, but not while somebody types', () => {
    const { input, setValue } = showField('zoe');
    setValue('fern');
    expect(input.value).toBe('fern');
    type(input, 'ferns');
    setValue('');
    expect(input.value).toBe('ferns');
  });
});
