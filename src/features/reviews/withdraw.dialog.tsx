import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Stack } from '@mantine/core';
import { limits } from '#contract/kit/limits.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { TextArea } from '#src/desk/text-area.tsx';

interface WithdrawProps {
  opened: boolean;
  reason: string;
  onReason: (reason: string) => void;
  isBusy: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the words with which a work is taken off the shelf. */
export function WithdrawDialog({ opened, reason, onReason, isBusy, onDone, onClose }: WithdrawProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Take it off the shelf" size={520}>
      <Stack gap="md">
        <TextArea
          label="Why?"
          description="The author reads this."
          rows={3}
          maxLength={limits.reasonLength}
          value={reason}
          onChange={onReason}
          isFirst
        />
        <Group justify="flex-end">
          <Button loading={isBusy} disabled={reason.trim() === ''} onClick={onDone}>
            Take it off
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
