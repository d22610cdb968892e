import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { usePages } from '#src/ui/use-pages.ts';
import { planPaymentColumns } from './plan-payments.columns.tsx';

const keys = ['date'];
const latest = { key: 'date', descending: true };
const size = limits.pageDefault;

interface PlanPaymentsScreenProps {
  isOrganization: boolean;
  api?: ApiClient;
}

/** `payment-history` of a school and of an organization: its own orders of plans. */
export function PlanPaymentsScreen({ isOrganization, api = apiClient }: PlanPaymentsScreenProps) {
  const { plans } = isOrganization ? paths.organization : paths.school;
  const list = useListState(keys, latest);
  const { page } = list;
  const answer = useList(api, subscriptionEndpoints.listOrders, { page, size }, {});
  const { status, value, busy, isGone, reload } = answer;
  const pages = usePages(answer, list, size);
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
      {value !== null && value.count > 0 && (
        <Pager
          page={page}
          pages={pages}
          pageSize={size}
          count={value.count}
          noun={['order', 'orders']}
          onPage={list.goTo}
        />
      )}
    </Screen>
  );
}
