import { Button } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { runsClasses } from '#contract/kit/roles.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useUser } from '#src/session/use-session.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { useLateCode } from './use-late-code.ts';
import styles from './shell.module.css';

const loadDrawer = async () => (await import('#src/features/help/help.drawer.tsx')).HelpDrawer;

const StaffTours = lazyWithRetry(async () => (await import('#src/areas/office/guide.page.tsx')).StaffTours);

/** Opens the Help Center; so does `?help=<id>` in the address of any page, at that article. */
export function HelpButton() {
  const [address, setAddress] = useAddress();
  const user = useUser();
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const link = address.get('help');
  const opened = isAsked || link !== null;

  function close() {
    setAsked(false);
    // The drawer cannot know: when it opens for the first time it is not there yet.
    button.current?.focus({ preventScroll: true });
    if (link === null) return;
    setAddress(withParts({ help: null }), { replace: true, preventScrollReset: true });
  }

  const { code: Drawer, isWaiting } = useLateCode({
    isWanted: opened,
    load: loadDrawer,
    words: [
      'Failed to load help content. Please try again later.',
      'It has to be fetched once before it opens without a network.',
    ],
    onMissing: close,
  });

  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        color="primary"
        className={styles.help}
        aria-label="Help"
        data-tour="help"
        aria-haspopup="dialog"
        aria-busy={isWaiting}
        onClick={() => setAsked(true)}
      >
        <IconHelp size={24} stroke={1.75} aria-hidden />
        <span className={styles.wide}>&nbsp;Help</span>
      </Button>
      {Drawer && (
        <Drawer
          opened={opened}
          onClose={close}
          link={link}
          above={
            user !== null &&
            runsClasses(user.role) && (
              <Suspense fallback={null}>
                <StaffTours onLeave={close} />
              </Suspense>
            )
          }
        />
      )}
    </>
  );
}
