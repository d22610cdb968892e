import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Plan, PlanVariant } from '#contract/subscriptions/subscriptions.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { counted } from '#src/lib/counted.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { periodWords, priceText, seatRangeText, trialText } from './plans.words.ts';
import { PlansMissing } from './plans-missing.tsx';
import { usePlans } from './use-plans.ts';
import { VariantDialog } from './variant.dialog.tsx';
import styles from './plans.module.css';

interface Row {
  plan: Plan;
  variant: PlanVariant;
}

const rowName = ({ plan, variant }: Row) =>
  `${plan.name}, ${periodWords[variant.period].toLowerCase()}, ${priceText(variant)}`;

const columns: readonly Column<Row>[] = [
  {
    key: 'plan',
    header: 'Plan',
    heading: true,
    cell: ({ plan, variant }) => (
      <>
        <bdi>{plan.name}</bdi>, {periodWords[variant.period].toLowerCase()}
      </>
    ),
  },
  { key: 'price', header: 'Price', cell: ({ variant }) => priceText(variant) },
  { key: 'seats', header: 'Seats', cell: ({ variant }) => seatRangeText(variant) },
  { key: 'trial', header: 'Trial', hideUnder: 900, cell: ({ variant }) => trialText(variant) },
  {
    key: 'offered',
    header: 'Offered',
    width: '110px',
    cell: ({ variant }) => (variant.is_offered ? 'Offered' : 'Not offered'),
  },
  {
    key: 'users',
    header: 'Chosen by',
    width: '120px',
    cell: ({ variant }) => counted(variant.in_use ?? 0, 'school'),
  },
];

/** `/admin-panel/subscription-variant`: how each plan can be bought. */
export function PlanVariantsScreen({ api = apiClient }: { api?: ApiClient }) {
  const answer = usePlans(api);
  const { status, value, reload, removeVariant } = answer;
  const [address, setAddress] = useAddress();
  const editing = useDialog<PlanVariant | null>();
  const removing = useDialog<PlanVariant>();
  const plans = value?.plans ?? [];
  const shown = plans.find(({ id }) => id === address.get('plan')) ?? null;
  const rows = (shown ? [shown] : plans).flatMap((plan) =>
    plan.variants.map((variant) => ({ plan, variant })),
  );
  const narrow = (plan: string | null) =>
    setAddress(withParts({ plan }), { replace: true, preventScrollReset: true });
  if (value === null && (status === 'unreachable' || status === 'failed'))
    return (
      <Screen title="Plan variants">
        <PlansMissing answer={answer} />
      </Screen>
    );
  const hasNoPlans = value !== null && plans.length === 0;
  return (
    <Screen
      title="Plan variants"
      description="How each plan can be bought: period, currency, price, seats and trial."
      actions={
        <Button
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          disabled={plans.length === 0}
          onClick={() => editing.open(null)}
        >
          Add a variant
        </Button>
      }
    >
      <div className={styles.part}>
        <ListToolbar
          filters={
            <ListFilter
              label="Plan"
              any="All plans"
              value={shown?.id ?? null}
              choices={plans.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={narrow}
            />
          }
          narrowed={shown !== null}
          onShowAll={() => narrow(null)}
        />
        <DataTable
          caption="Plan variants"
          columns={columns}
          rows={rows}
          rowKey={({ variant }) => variant.id}
          loading={value === null}
          renderActions={(row) => (
            <RowMenu label={`Actions for ${rowName(row)}`} width={180}>
              <Menu.Item onClick={() => editing.open(row.variant)}>Edit…</Menu.Item>
              {(row.variant.in_use ?? 0) === 0 && (
                <Menu.Item color="red" onClick={() => removing.open(row.variant)}>
                  Remove…
                </Menu.Item>
              )}
            </RowMenu>
          )}
          empty={
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title={hasNoPlans ? 'There are no plans yet' : 'There are no variants yet'}
              text={
                hasNoPlans ? 'Add a plan first, then its variants.' : 'Schools see a plan once it has one.'
              }
              {...(hasNoPlans && {
                action: (
                  <Button component={Link} to={paths.platform.plans()}>
                    Go to Plans
                  </Button>
                ),
              })}
            />
          }
        />
      </div>
      <VariantDialog
        opened={editing.opened}
        variant={editing.subject}
        plans={plans}
        planId={shown?.id ?? (plans.length === 1 ? (plans[0]?.id ?? '') : '')}
        api={api}
        onDone={reload}
        onClose={editing.close}
      />
      <ConfirmDialog
        opened={removing.opened}
        title="Remove this variant?"
        question="No school ever had it."
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing.subject) await removeVariant(removing.subject.id);
        }}
        onClose={removing.close}
      />
    </Screen>
  );
}
