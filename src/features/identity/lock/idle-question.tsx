import { counted } from '#src/lib/counted.ts';
import '#src/ui/classroom-styles.ts';
import { Button, Modal, Text, VisuallyHidden } from '@mantine/core';
import type { User } from '#contract/identity/identity.schema.ts';
import { useCanKeep } from '#src/session/use-replica.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import { useIdleness } from './use-idleness.ts';

/** "Are you still there?" Any touch or key says yes. */
export function IdleQuestion({ user }: { user: User }) {
  const { seconds, touch } = useIdleness(user);
  const canKeep = useCanKeep();
  const kept = canKeep ? ' What you made stays safe.' : '';
  useEscape(seconds !== null, touch);
  return (
    <Modal
      opened={seconds !== null}
      onClose={touch}
      closeOnEscape={false}
      title={
        <Text component="span" size="xl" fw={700}>
          Are you still there?
        </Text>
      }
      withCloseButton={false}
      centered
      size={400}
      zIndex={400}
    >
      <Text>
        This tablet locks in {/* A screen reader says it once, and does not count. */}
        <span aria-hidden>{counted(seconds ?? 0, 'second')}</span>
        <VisuallyHidden>less than a minute</VisuallyHidden>.{kept}
      </Text>
      <ChildEar words={`Are you still there? Tap the button, or this tablet locks in a moment.${kept}`} />
      <Button size="lg" fullWidth mt="lg" data-autofocus onClick={touch}>
        I am here
      </Button>
    </Modal>
  );
}
