import { Button, Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { OwnSubscription, PlanList } from '#contract/subscriptions/subscriptions.schema.ts';
import { likelyCountry } from '#src/lib/own-country.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { PracticeBand } from '#src/ui/practice-band.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { CardSection } from '#src/ui/card-section.tsx';
import { CoveredSchoolsSection } from './covered-schools.section.tsx';
import { OpenOrdersSection } from './open-orders.section.tsx';
import { OwnPlanSection } from './own-plan.section.tsx';
import { useOwnPlan, type OwnPlan } from './use-own-plan.ts';
import { ChoosePlanForm } from './choose-plan.form.tsx';
import { offeredVariants } from './plan-values.ts';
import styles from './plans.module.css';

interface ChoosePlanSectionProps {
  own: OwnSubscription;
  offered: PlanList;
  api: ApiClient;
  onChosen: (own: OwnSubscription) => void;
}

/** Where there is no plan, or the last one has ended. */
function ChoosePlanSection({ own, offered, api, onChosen }: ChoosePlanSectionProps) {
  const { tenant } = useTenant();
  const user = useUser();
  const plans = offered.plans.filter((plan) => offeredVariants([plan]).length > 0);
  return (
    <CardSection title={own.subscription === null ? 'Choose a plan' : 'Choose a plan again'}>
      {plans.length === 0 ? (
        <Text role="status">No plan is offered right now. You do not have to do anything.</Text>
      ) : (
        <ChoosePlanForm
          own={own}
          plans={plans}
          payer={{
            name: tenant?.school_name ?? '',
            email: tenant?.school_email ?? user?.email ?? '',
            country: user?.country ?? likelyCountry(navigator.languages),
          }}
          api={api}
          onChosen={onChosen}
        />
      )}
    </CardSection>
  );
}

interface PlansScreenProps {
  /** Of an organization; its plan includes its schools. */
  isOrganization: boolean;
  api?: ApiClient;
}

function Plans({
  plan: { own, offered },
  isOrganization,
  api,
  take,
}: {
  plan: OwnPlan;
  isOrganization: boolean;
  api: ApiClient;
  take: ReturnType<typeof useOwnPlan>['take'];
}) {
  const { subscription, covered_by, open_orders, is_required } = own;
  const place = useRef<HTMLDivElement>(null);
  const canChoose = covered_by === null && (subscription === null || subscription.state === 'ended');
  // Where nothing is asked for and nothing is offered, nobody is bothered with it.
  const hasOffers = offered.plans.some(({ variants }) => variants.some(({ is_offered }) => is_offered));
  return (
    <div ref={place} role="group" aria-label="Plans" tabIndex={-1} className={styles.cards}>
      <PracticeBand is_test={own.is_test} />
      <OwnPlanSection own={own} offered={offered} api={api} onChanged={take} />
      {open_orders.length > 0 && <OpenOrdersSection orders={open_orders} api={api} onChanged={take} />}
      {canChoose && (is_required || hasOffers) && (
        <ChoosePlanSection
          own={own}
          offered={offered}
          api={api}
          onChosen={(chosen) => {
            take(chosen);
            // The form goes: the keyboard goes on from the plan.
            place.current?.focus();
          }}
        />
      )}
      {isOrganization && <CoveredSchoolsSection api={api} />}
    </div>
  );
}

/** `subscriptions` of a school and of an organization: the own plan, its seats, and what is to be paid. */
export function PlansScreen({ isOrganization, api = apiClient }: PlansScreenProps) {
  const { planPayments } = isOrganization ? paths.organization : paths.school;
  const { status, value, busy, isGone, reload, take } = useOwnPlan(api);
  return (
    <Screen
      title="Plans"
      description={
        isOrganization
          ? 'What your organization pays for the students of its schools.'
          : 'What your school pays for its students.'
      }
      actions={
        <Button component={Link} to={planPayments()} variant="default">
          Payment History
        </Button>
      }
    >
      {value ? (
        <Plans plan={value} isOrganization={isOrganization} api={api} take={take} />
      ) : status === 'loading' ? (
        <Skeleton height={320} maw={880} role="status" aria-label="Loading" />
      ) : (
        <AnswerMissing
          status={status === 'unreachable' ? 'unreachable' : 'failed'}
          busy={busy}
          isGone={isGone}
          failed="Your plan could not be fetched"
          unreachable={`Your plan shows up here ${asSoonAsReached}. Children go on writing.`}
          onRetry={reload}
        />
      )}
    </Screen>
  );
}
