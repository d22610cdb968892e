import '#src/ui/classroom-styles.ts';
import { Drawer } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useEscape } from '#src/ui/use-escape.ts';
import { HelpCenter } from './help-center.tsx';
import styles from './help.drawer.module.css';

interface HelpDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** The article that a link asked for; null where the drawer was opened by its button. */
  link: string | null;
  /** What stands above the topics. */
  above?: ReactNode;
}

/** The Help Center beside the page that one has a question about. */
export function HelpDrawer({ opened, onClose, link, above }: HelpDrawerProps) {
  const [id, setId] = useState(link);
  const [search, setSearch] = useState('');
  const [followed, setFollowed] = useState(link);
  if (link !== followed) {
    setFollowed(link);
    if (link !== null) {
      setSearch('');
      setId(link);
    }
  }
  // Escape empties the search first.
  useEscape(opened, () => {
    if (search === '') onClose();
  });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setSearch('');
      }}
      // The button that opens it takes the focus back.
      returnFocus={false}
      position="right"
      // Specification, section 9; on a phone the style sheet says the whole width.
      size="70%"
      title="Help Center"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: styles.drawer, title: styles.title, body: styles.body }}
    >
      <HelpCenter
        id={id}
        onArticle={setId}
        search={search}
        onSearch={setSearch}
        onLeave={onClose}
        above={above}
      />
    </Drawer>
  );
}
