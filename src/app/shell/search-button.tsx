import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { runsClasses } from '#contract/kit/roles.ts';
import { useUser } from '#src/session/use-session.ts';
import { useLateCode } from './use-late-code.ts';
import styles from './shell.module.css';

const loadPanel = async () => (await import('#src/areas/site-search.tsx')).SiteSearch;

async function sayThatItIsMissing(): Promise<void> {
  const { notify } = await import('#src/ui/notify.tsx');
  notify.error('The search could not be opened', 'It needs the network. Please try again later.');
}

/** Opens the search over all that one may see here. */
export function SearchButton() {
  const user = useUser();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpened(false);
    // The dialog cannot know: when it opens for the first time it is not there yet.
    button.current?.focus({ preventScroll: true });
  }

  const { code: Panel, isWaiting } = useLateCode(opened, loadPanel, () => {
    close();
    void sayThatItIsMissing();
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
      {Panel && <Panel key={user?.id ?? ''} opened={opened} onClose={close} />}
    </>
  );
}
