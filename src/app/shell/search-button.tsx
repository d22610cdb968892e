import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { runsClasses } from '#contract/kit/roles.ts';
import { cannotBeReached } from '#src/lib/reach-words.ts';
import { keepText, keptText } from '#src/session/kept-search.ts';
import { useUser } from '#src/session/use-session.ts';
import { useLateCode } from './use-late-code.ts';
import styles from './shell.module.css';

const loadPanel = async () => (await import('#src/areas/search/site-search.tsx')).SiteSearch;

/** Opens the search over all that one may see here. */
export function SearchButton() {
  const user = useUser();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const early = useRef<HTMLInputElement>(null);

  // At once, while the press is being answered: only then a tablet shows its keyboard.
  useLayoutEffect(() => {
    if (opened) early.current?.focus({ preventScroll: true });
  }, [opened]);

  function takeEarly(): string {
    const { current: field } = early;
    const text = field?.value ?? '';
    if (field) field.value = '';
    return text;
  }

  function close() {
    setOpened(false);
    // The dialog cannot know: when it opens for the first time it is not there yet.
    button.current?.focus({ preventScroll: true });
  }

  const { code: Panel, isWaiting } = useLateCode({
    isWanted: opened,
    load: loadPanel,
    words: ['The search could not be opened', `${cannotBeReached} Please try again later.`],
    onMissing: () => {
      keepText(keptText() + takeEarly());
      close();
    },
  });
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.search}
        aria-label="Search"
        aria-haspopup="dialog"
        aria-busy={isWaiting}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden />
        <span className={styles.searchWords} aria-hidden>
          {user && runsClasses(user.role) ? 'Search books and people' : 'Search books and stories'}
        </span>
      </UnstyledButton>
      {opened && (
        // Has the keyboard until the box of the panel takes it, and what was typed meanwhile with it.
        <input
          ref={early}
          tabIndex={-1}
          aria-label="Search"
          autoComplete="off"
          className={styles.early}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close();
          }}
        />
      )}
      {Panel && <Panel key={user?.id ?? ''} opened={opened} onClose={close} takeEarly={takeEarly} />}
    </>
  );
}
