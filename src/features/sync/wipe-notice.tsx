import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useDevice, useDeviceFacts } from '#src/session/use-device.ts';
import type { Wipe } from '#src/sync/storage.ts';
import { Dialog } from '#src/ui/dialog.tsx';

function lossInWords(lost: number): string {
  if (lost === 0) return 'Everything had been sent before, so no work is lost.';
  return lost === 1
    ? '1 change that had not been sent before is lost. Please look whether it has to be made again.'
    : `${lost} changes that had not been sent before are lost. Please look what has to be made again.`;
}

type Loss = Pick<Wipe, 'kind' | 'lost'>;

const titles: Record<Wipe['kind'], string> = {
  cleared: 'This tablet’s storage was cleared',
  older_copy: 'This tablet has gone back to an earlier time',
};

const words: Record<Wipe['kind'], (lost: number) => string> = {
  cleared: (lost) =>
    `The browser cleared what was saved on this tablet, as it does when there is no room left, or when somebody asks for it. ${lossInWords(lost)}`,
  older_copy: () =>
    'What is saved on this tablet is an older copy, as after a backup was put back. Changes that were made here since then and had not been sent are lost. Please look what has to be made again.',
};

/** Told once, to whoever signs in first after what the tablet had stored was lost. */
export function WipeNotice() {
  const device = useDevice();
  const wipe = useDeviceFacts()?.wipe ?? null;
  // What it says stays until the dialog has gone.
  const [said, setSaid] = useState<Loss>({ kind: 'cleared', lost: 0 });
  const { kind, lost } = wipe ?? said;

  function close() {
    if (wipe) setSaid(wipe);
    // Where it cannot be noted, the notice comes again.
    device?.noteWipeRead().catch((error: unknown) => globalThis.reportError(error));
  }

  const news = `${words[kind](lost)} What the school has is being fetched again.`;
  return (
    <Dialog
      opened={wipe !== null}
      onClose={close}
      size={440}
      title={titles[kind]}
      spoken={`${titles[kind]}. ${news}`}
    >
      <Text>{news}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close}>Understood</Button>
      </Group>
    </Dialog>
  );
}
