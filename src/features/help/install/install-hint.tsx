import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { deviceStorage } from '#src/session/device-storage.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { FootCard } from '#src/ui/foot-card.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { installArticle } from './install-article.ts';
import { presentInstallWay, useInstallWay } from './use-install-way.ts';

/** Where this device remembers that it was said. */
const hintKey = 'installHint';

/** True where the app is not on the home screen, could be, and nobody was told on this device. */
export function isInstallHintDue(): boolean {
  const way = presentInstallWay();
  return (
    way !== 'installed' &&
    way !== 'insecure' &&
    way !== 'elsewhere' &&
    deviceStorage.getItem(hintKey) === null
  );
}

function remember(): void {
  try {
    deviceStorage.setItem(hintKey, 'shown');
  } catch (error) {
    // A full device says it once more.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Said once on a device, at the foot of the page and in nobody's way. */
export function InstallHint({ onClose }: { onClose: () => void }) {
  const [, setAddress] = useAddress();
  const way = useInstallWay();
  useEffect(remember, []);
  if (way === 'installed') return null;

  return (
    <FootCard atEnd>
      <Text>Add this app to your home screen: it opens with one tap and keeps your work safer.</Text>
      <Group gap={8} wrap="nowrap">
        <Button variant="subtle" color="primary" px={10} onClick={onClose}>
          No, thank you
        </Button>
        <Button
          variant="default"
          px={10}
          onClick={() => {
            onClose();
            setAddress(withParts({ help: installArticle }));
          }}
        >
          Show me how
        </Button>
      </Group>
    </FootCard>
  );
}
