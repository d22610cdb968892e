import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Closing } from '#contract/closings/closings.schema.ts';
import { FormModal } from '#src/ui/form-modal.tsx';
import { useNow } from '#src/ui/moments.ts';
import type { ClosingCalls } from './closings.calls.ts';
import { AskToWriteOffForm, ConfirmWriteOffForm } from './write-off.forms.tsx';
import { mayConfirmWriteOff, sayAmounts, sayWriteOffAsk } from './write-off.words.ts';

interface WriteOffPartProps {
  state: Closing;
  calls: ClosingCalls;
  onDone: () => void;
}

/** What a closed school can be paid no more, for the platform: asked for by one, confirmed by another. */
export function WriteOffPart({ state, calls: { writeOff: calls }, onDone }: WriteOffPartProps) {
  const [shown, setShown] = useState<'ask' | 'confirm' | null>(null);
  const now = useNow();
  const { school_name: name, closing } = state;
  const writeOff = closing?.write_off ?? null;
  if (writeOff === null || !calls) return null;
  const { amounts, ask } = writeOff;
  const close = () => setShown(null);
  const props = { name, writeOff, calls, onDone, onClose: close };
  const title = `Write off ${sayAmounts(amounts)} of ${name}?`;
  return (
    <>
      {ask && (
        <Text role="status" dir="auto">
          {sayWriteOffAsk(ask, now)} Reason: {ask.reason}
        </Text>
      )}
      <Group>
        {mayConfirmWriteOff(ask, now) && (
          <Button color="red" onClick={() => setShown('confirm')}>
            Confirm…
          </Button>
        )}
        {(!ask || ask.is_mine) && (
          <Button color="red" variant="light" onClick={() => setShown('ask')}>
            {ask ? 'Ask again…' : `Write off ${sayAmounts(amounts)}…`}
          </Button>
        )}
      </Group>
      <FormModal opened={shown === 'ask'} title={title} onClose={close}>
        <AskToWriteOffForm {...props} />
      </FormModal>
      <FormModal opened={shown === 'confirm'} title={title} onClose={close}>
        <ConfirmWriteOffForm {...props} />
      </FormModal>
    </>
  );
}
