import { Text, Title } from '@mantine/core';
import { createPortal } from 'react-dom';
import { QuillshelfLogo } from './pictures/quillshelf-logo.tsx';
import styles from './switching-overlay.module.css';

/** Specification, sections 2 and 9: what covers the page while one goes from one dashboard to another. */
export function SwitchingOverlay({ to }: { to: string }) {
  return createPortal(
    // It takes the focus, so that no key presses what it covers.
    <div role="status" className={styles.overlay} tabIndex={-1} ref={(overlay) => overlay?.focus()}>
      <QuillshelfLogo size={72} />
      <Title order={2}>Switching Dashboard</Title>
      <Text c="dimmed">{to}</Text>
    </div>,
    document.body,
  );
}
