import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useNow } from '#src/ui/moments.ts';
import { EmptyHooksIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { archivedInWords } from './archived-classes.rules.ts';
import { RestoreClassButton } from './restore-class.button.tsx';

/** In the place of the students of a class that ended. */
export function ArchivedClass({ schoolClass }: { schoolClass: SchoolClass }) {
  const now = useNow();
  return (
    <EmptyState
      picture={<EmptyHooksIllustration />}
      title={archivedInWords(schoolClass, now)}
      text="Its students keep their books and stories. Those who got no other class since come back with it."
      action={<RestoreClassButton schoolClass={schoolClass} />}
    />
  );
}
