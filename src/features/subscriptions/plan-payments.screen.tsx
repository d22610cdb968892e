import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { planPaymentColumns } from './plan-payments.columns.tsx';

const size = limits.pageDefault;

interface PlanPaymentsScreenProps {
  isOrganization: boolean;
  api?: ApiClient;
}

/** `payment-history` of a school and of an organization: its own orders of plans. */
export function PlanPaymentsScreen({ isOrganization, api = apiClient }: PlanPaymentsScreenProps) {
  const { plans } = isOrganization ? paths.organization : paths.school;
  const trail = useKeysetTrail();
  const answer = useKeyedList(api, subscriptionEndpoints.listOrders, { after: trail.after, size }, {});
  const { status, value, busy, isGone, reload } = answer;
  const pager = useKeysetPages(answer, trail, size);
  return (
    <Screen
      title="Payment History"
      description="What was ordered and paid for your plan, with its invoices."
      actions={
        <Button component={Link} to={plans()} variant="default">
          Plans
        </Button>
      }
    >
      {value === null && (status === 'unreachable' || status === 'failed') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The payments could not be fetched"
          unreachable={`What you paid shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <DataTable
          caption="Payment History"
          columns={planPaymentColumns}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          empty={
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="No payments yet"
              text="Each order of a plan shows up here with its invoice."
            />
          }
        />
      )}
      {value !== null && value.count > 0 && <KeysetPager {...pager} noun={['order', 'orders']} />}
    </Screen>
  );
}
