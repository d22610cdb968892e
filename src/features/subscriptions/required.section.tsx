import { Checkbox, Text } from '@mantine/core';
import { graceDays } from '#contract/subscriptions/subscriptions.rules.ts';
import type { PlanRules } from '#contract/subscriptions/subscriptions.schema.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { sayDay, useNow } from '#src/ui/moments.ts';
import { useDialog } from '#src/ui/use-dialog.ts';

interface RequiredSectionProps extends PlanRules {
  busy: boolean;
  onChange: (isRequired: boolean) => Promise<void>;
}

const follows = `Schools and organizations without a plan have ${graceDays} days to choose one. After that their offices cannot invite or add staff, import a file of students, publish books, or open the shop. Children go on writing, nothing is lost, and everything can be exported.`;

/** Whether schools have to have a plan. It is asked before it is changed. */
export function RequiredSection({ is_required, required_since, busy, onChange }: RequiredSectionProps) {
  const now = useNow();
  const asking = useDialog<boolean>();
  const turnsOn = asking.subject === true;
  return (
    <CardSection title="Do schools need a plan?">
      <Checkbox
        size="md"
        label="Schools have to have a plan"
        checked={is_required}
        disabled={busy}
        onChange={({ currentTarget }) => asking.open(currentTarget.checked)}
      />
      <Text c="dimmed">
        {required_since === null
          ? 'No school needs one now: everything works without. Schools can still choose one.'
          : `Since ${sayDay(required_since, now)}.`}
      </Text>
      <ConfirmDialog
        opened={asking.opened}
        title={turnsOn ? 'Shall schools have to have a plan?' : 'Shall no school need a plan?'}
        question={
          turnsOn
            ? follows
            : 'Nothing is refused any more, also where a plan has run out. Plans that were chosen stay, with what is to be paid for them.'
        }
        confirmLabel={turnsOn ? 'They have to' : 'They do not'}
        danger={turnsOn}
        onConfirm={() => onChange(turnsOn)}
        onClose={asking.close}
      />
    </CardSection>
  );
}
