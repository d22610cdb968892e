import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** What is searched through, such as "Search students". */
  label: string;
  /** The search that is in force. */
  value: string;
  onSearch: (text: string) => void;
  /** Milliseconds of quiet before the search runs. */
  quiet: number;
  /** Where a dialog opens for it: gives, once, what was typed before it had the keyboard. */
  takeEarly?: () => string;
}

/** A search box. Enter and the clear button do not wait for quiet; the keyboard stays where it is. */
export function SearchField({ label, value, onSearch, quiet, takeEarly }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [inForce, setInForce] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const searchLater = useDebouncedCallback(onSearch, quiet);

  // The search changed from outside, as by the browser's Back button: what is typed follows.
  if (value !== inForce) {
    setInForce(value);
    if (!searchLater.isPending()) setTyped(value);
  }

  function searchNow(text: string) {
    searchLater.cancel();
    setTyped(text);
    onSearch(text);
  }

  function change(text: string) {
    setTyped(text);
    searchLater(text);
  }

  return (
    <TextInput
      ref={input}
      {...(takeEarly && { 'data-autofocus': true })}
      type="search"
      className={styles.field}
      aria-label={label}
      placeholder={label}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            variant="subtle"
            aria-label="Clear search"
            onClick={() => {
              searchNow('');
              input.current?.focus();
            }}
          />
        )
      }
      rightSectionPointerEvents="auto"
      value={typed}
      onFocus={() => {
        const early = takeEarly?.() ?? '';
        if (early !== '') change(typed + early);
      }}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') searchNow(typed);
        if (key === 'Escape' && typed !== '') searchNow('');
      }}
    />
  );
}
