import { Anchor, Text } from '@mantine/core';
import { withParts } from '#src/lib/address-parts.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { installArticle } from './install-article.ts';
import { useInstallWay } from './use-install-way.ts';

/** For pages about devices: why the app belongs on the home screen, and the way to how. Nothing in the app itself. */
export function InstallLink() {
  const way = useInstallWay();
  const [, setAddress] = useAddress();
  if (way === 'installed') return null;
  return (
    <Text c="dimmed">
      Add this app to the home screen of your tablets: it keeps work safer.{' '}
      <Anchor
        component="button"
        type="button"
        underline="always"
        onClick={() => setAddress(withParts({ help: installArticle }), { preventScrollReset: true })}
      >
        Show me how
      </Anchor>
    </Text>
  );
}
