import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { Plan } from '#contract/subscriptions/subscriptions.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { PlanDialog } from './plan.dialog.tsx';
import { PlansMissing } from './plans-missing.tsx';
import { RequiredSection } from './required.section.tsx';
import { usePlans } from './use-plans.ts';
import styles from './plans.module.css';

const usersOf = ({ variants }: Plan) => variants.reduce((sum, { in_use }) => sum + (in_use ?? 0), 0);
const variantsHref = ({ id }: Plan) => paths.platform.planVariants({ plan: id });

const columns: readonly Column<Plan>[] = [
  {
    key: 'name',
    header: 'Plan',
    heading: true,
    cell: ({ name, description }) => (
      <span className={styles.twoLines}>
        <bdi>{name}</bdi>
        <Text span size="sm" c="dimmed" fw={400} dir="auto">
          {description}
        </Text>
      </span>
    ),
  },
  {
    key: 'variants',
    header: 'Variants',
    width: '170px',
    cell: (plan) => (
      <Link to={variantsHref(plan)} className={styles.inText} aria-label={`Variants of ${plan.name}`}>
        {plan.variants.length === 0
          ? 'None yet'
          : `${plan.variants.filter(({ is_offered }) => is_offered).length} of ${plan.variants.length} offered`}
      </Link>
    ),
  },
  {
    key: 'users',
    header: 'Chosen by',
    width: '150px',
    cell: (plan) => counted(usersOf(plan), 'school'),
  },
];

/** `/admin-panel/subscription-plan`: what schools can choose, and whether they have to. */
export function OfferedPlansScreen({ api = apiClient }: { api?: ApiClient }) {
  const plans = usePlans(api);
  const { status, value, reload } = plans;
  const editing = useDialog<Plan | null>();
  const removing = useDialog<Plan>();
  const isMissing = value === null && (status === 'unreachable' || status === 'failed');
  return (
    <Screen
      title="Plans"
      description="What schools and organizations can choose. A plan is offered once it has a variant."
      actions={
        <Button
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => editing.open(null)}
        >
          Add a plan
        </Button>
      }
    >
      {isMissing ? (
        <PlansMissing answer={plans} />
      ) : (
        <div className={styles.cards}>
          <DataTable
            caption="Plans"
            columns={columns}
            rows={value?.plans ?? []}
            rowKey={({ id }) => id}
            loading={value === null}
            renderActions={(plan) => (
              <RowMenu label={`Actions for ${plan.name}`} width={220}>
                <Menu.Item onClick={() => editing.open(plan)}>Edit…</Menu.Item>
                <Menu.Item component={Link} to={variantsHref(plan)}>
                  Look at its variants
                </Menu.Item>
                {usersOf(plan) === 0 && (
                  <Menu.Item color="red" onClick={() => removing.open(plan)}>
                    Remove…
                  </Menu.Item>
                )}
              </RowMenu>
            )}
            empty={
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title="There are no plans yet"
                text="Add the first one, then its variants with period and price."
              />
            }
          />
          {value && <RequiredSection {...value} busy={plans.isSending} onChange={plans.setRequired} />}
        </div>
      )}
      <PlanDialog
        opened={editing.opened}
        plan={editing.subject}
        api={api}
        onDone={reload}
        onClose={editing.close}
      />
      <ConfirmDialog
        opened={removing.opened}
        title="Remove this plan?"
        question="Its variants go with it. No school ever had it."
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing.subject) await plans.remove(removing.subject.id, removing.subject.name);
        }}
        onClose={removing.close}
      />
    </Screen>
  );
}
