import '#src/ui/menu-styles.ts';
import { Button, Menu } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { resourceOfferEndpoints } from '#contract/resources/resource-offers.endpoints.ts';
import type { OfferedResource } from '#contract/resources/resource-offers.schema.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { notify } from '#src/ui/notify.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ownResourceColumns } from './own-resource-columns.tsx';

interface OwnResourcesScreenProps {
  breadcrumb: ReactNode;
  api?: ApiClient;
}

/** `/champion/resources`: what a superpower teacher shares, and what became of it. */
export function OwnResourcesScreen({ breadcrumb, api = apiClient }: OwnResourcesScreenProps) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(resourceOfferEndpoints.listOwn, {}, { signal }),
    [api],
  );
  const { value, status, busy, isGone, reload } = useAnswer(load);
  const removing = useDialog<OfferedResource>();
  const add = (
    <Button
      component={Link}
      to={panelPaths.championResources({ id: 'new' })}
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
    >
      Share something
    </Button>
  );

  async function remove({ id, title }: OfferedResource): Promise<void> {
    try {
      await api.call(resourceEndpoints.remove, { params: { resourceId: id } });
      notify.success(`${title} is removed`);
      reload();
    } catch (error) {
      notify.error(`${title} could not be removed`, failureOf(error).text);
    }
  }

  const isEmpty = value?.results.length === 0;
  return (
    <Screen
      title="My resources"
      description="Worksheets, plans and texts for everybody who visits this site. The people who run it read each one first."
      breadcrumb={breadcrumb}
      actions={isEmpty ? undefined : add}
    >
      {value === null && (status === 'failed' || status === 'unreachable') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The list could not be fetched"
          unreachable={`The list shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <DataTable
          caption="My resources"
          columns={ownResourceColumns}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          renderActions={(resource) => (
            <RowMenu label={`Actions for ${resource.title}`} width={180}>
              <Menu.Item
                component={Link}
                to={panelPaths.championResources({ id: resource.id })}
                leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
              >
                Edit
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
                onClick={() => removing.open(resource)}
              >
                Remove
              </Menu.Item>
            </RowMenu>
          )}
          empty={
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="You share nothing yet"
              text="A PDF, a picture or a text: what helped you helps others."
              action={add}
            />
          }
        />
      )}
      <ConfirmDialog
        opened={removing.opened}
        onClose={removing.close}
        title={`Remove ${removing.subject?.title ?? ''}?`}
        question="Nobody finds it any more, and its file is deleted for good."
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing.subject) await remove(removing.subject);
        }}
      />
    </Screen>
  );
}
