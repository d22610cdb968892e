import { Button, Group, Text } from '@mantine/core';
import type {
  OwnSubscription,
  PlanList,
  Subscription,
} from '#contract/subscriptions/subscriptions.schema.ts';
import { sayDate } from '#src/lib/days.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { BillingDialog } from './billing.dialog.tsx';
import { useChangePlan } from './change-plan.ts';
import { MoreSeatsDialog } from './more-seats.dialog.tsx';
import { NextPeriodDialog } from './next-period.dialog.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { standingOf } from './plans.words.ts';
import styles from './plans.module.css';

interface OwnPlanSectionProps {
  own: OwnSubscription;
  offered: PlanList;
  api: ApiClient;
  onChanged: (own: OwnSubscription) => void;
}

function PlanActions({
  subscription,
  offered,
  api,
  onChanged,
}: Omit<OwnPlanSectionProps, 'own'> & { subscription: Subscription }) {
  const { state, period_end, ends_at_period_end, next } = subscription;
  const adding = useDialog<true>();
  const changing = useDialog<true>();
  const billing = useDialog<true>();
  const ending = useDialog<true>();
  const { busy, change } = useChangePlan(api, onChanged);
  const runs = state === 'trial' || state === 'active';
  return (
    <Group gap="sm">
      {runs && <Button onClick={() => adding.open(true)}>Add seats</Button>}
      <Button variant="default" onClick={() => changing.open(true)}>
        Change from the next period
      </Button>
      {next !== null && (
        <Button
          variant="default"
          loading={busy}
          onClick={() => void change({ next: null }, 'The next period is the same again')}
        >
          Keep it the same
        </Button>
      )}
      <Button variant="default" onClick={() => billing.open(true)}>
        Invoice details
      </Button>
      {ends_at_period_end ? (
        <Button
          variant="default"
          loading={busy}
          onClick={() => void change({ ends_at_period_end: false }, 'The plan goes on')}
        >
          Keep the plan
        </Button>
      ) : (
        <Button variant="default" onClick={() => ending.open(true)}>
          End the plan
        </Button>
      )}
      <MoreSeatsDialog opened={adding.opened} api={api} onDone={onChanged} onClose={adding.close} />
      <NextPeriodDialog
        opened={changing.opened}
        subscription={subscription}
        plans={offered.plans}
        api={api}
        onDone={onChanged}
        onClose={changing.close}
      />
      <BillingDialog
        opened={billing.opened}
        billing={subscription.billing}
        api={api}
        onDone={onChanged}
        onClose={billing.close}
      />
      <ConfirmDialog
        opened={ending.opened}
        title="End the plan?"
        question={
          runs
            ? `It runs until ${sayDate(period_end)}, and is not renewed. Nothing is lost. Until then you can keep it.`
            : 'It ends now, and nothing has to be paid any more. Nothing is lost. You can choose a plan again at any time.'
        }
        confirmLabel="End the plan"
        danger
        onConfirm={() => change({ ends_at_period_end: true }, 'The plan is not renewed')}
        onClose={ending.close}
      />
    </Group>
  );
}

/** How the own plan is, and what can be changed about it. */
export function OwnPlanSection({ own, offered, api, onChanged }: OwnPlanSectionProps) {
  const { subscription, covered_by } = own;
  const { isGood, title, sentences } = standingOf(own);
  const hasOwn = subscription !== null && subscription.state !== 'ended';
  return (
    <CardSection title="Your plan">
      <div className={styles.standing}>
        {own.is_required || hasOwn || covered_by !== null ? (
          <StateMark good={isGood} text={title} />
        ) : (
          <Text fw={600}>{title}</Text>
        )}
        {sentences.map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </div>
      {subscription !== null && (hasOwn || covered_by === null) && (
        <PlanFacts own={own} subscription={subscription} />
      )}
      {!hasOwn && (
        <Text c="dimmed">
          Students now: {own.seats_used.toLocaleString('en')}. One seat is for one student.
        </Text>
      )}
      {hasOwn && (
        <PlanActions subscription={subscription} offered={offered} api={api} onChanged={onChanged} />
      )}
    </CardSection>
  );
}
