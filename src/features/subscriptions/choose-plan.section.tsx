import { Text } from '@mantine/core';
import type { OwnSubscription, PlanList } from '#contract/subscriptions/subscriptions.schema.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { ChoosePlanForm } from './choose-plan.form.tsx';
import { offeredVariants } from './plan-values.ts';

interface ChoosePlanSectionProps {
  own: OwnSubscription;
  offered: PlanList;
  api: ApiClient;
  onChosen: (own: OwnSubscription) => void;
}

/** Where there is no plan, or the last one has ended. */
export function ChoosePlanSection({ own, offered, api, onChosen }: ChoosePlanSectionProps) {
  const { tenant } = useTenant();
  const email = useUser()?.email ?? '';
  const plans = offered.plans.filter((plan) => offeredVariants([plan]).length > 0);
  return (
    <CardSection title={own.subscription === null ? 'Choose a plan' : 'Choose a plan again'}>
      {plans.length === 0 ? (
        <Text role="status">No plan is offered right now. You do not have to do anything.</Text>
      ) : (
        <ChoosePlanForm
          own={own}
          plans={plans}
          payer={{ name: tenant?.school_name ?? '', email: tenant?.school_email ?? email }}
          api={api}
          onChosen={onChosen}
        />
      )}
    </CardSection>
  );
}
