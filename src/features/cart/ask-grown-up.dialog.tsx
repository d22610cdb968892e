import { Text } from '@mantine/core';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { CopyField } from '#src/ui/copy-field.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import styles from './cart.module.css';
import { LinkCode } from './link-code.tsx';

interface AskGrownUpDialogProps {
  work: Pick<WorkCard, 'title' | 'slug' | 'audience'>;
  opened: boolean;
  onClose: () => void;
}

/** What a child shows to a grown-up: the way to the book, for a phone and for copying. Nothing in it says who asks. */
export function AskGrownUpDialog({ work, opened, onClose }: AskGrownUpDialogProps) {
  const link = `${window.location.origin}/library/${encodeURIComponent(work.slug)}`;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Ask a grown-up"
      spoken={`Would you like to have ${work.title} at home? Show this to a grown-up.`}
      size={440}
      fillsPhone
    >
      <div className={styles.ask}>
        <Text size="lg">
          Would you like to have <b dir="auto">{work.title}</b> at home? Show this to a grown-up.
        </Text>
        <LinkCode link={link} label={`A code that leads to ${work.title}`} />
        <Text>Grown-ups: scan it with your phone. Then you can read the book and put it in your cart.</Text>
        {work.audience !== 'public' && (
          <Text>You need to sign in there, or the password that the school gives to families.</Text>
        )}
        <CopyField
          label="The link"
          value={link}
          copied="The link is copied."
          failed="The link could not be copied. It can be typed, too."
        />
      </div>
    </Dialog>
  );
}
