import { Alert, Button, Text } from '@mantine/core';
import { IconDeviceTabletCheck, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { product } from '#contract/kit/product.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAllRows } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { pageOfRows, sortRows } from '#src/ui/data-table.rows.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { saySince, useNow } from '#src/ui/moments.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { notify } from '#src/ui/notify.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { StateMark } from '#src/ui/state-mark.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { PausedTablets } from './paused-tablets.tsx';
import { PrepareTabletDialog } from './prepare-tablet.dialog.tsx';
import { RenameTabletDialog } from './rename-tablet.dialog.tsx';
import { TabletActions } from './tablet-actions.tsx';
import { tabletColumns } from './tablet-columns.tsx';
import { tabletFailure } from './tablet-problems.ts';
import styles from './tablets.module.css';
import { allInWords, searchTablets, type Tablet } from './tablets.rules.ts';
import { endPreparation, forgetTablet } from './tablets.store.ts';
import { thisTablet, type ThisTablet } from './this-tablet.ts';
import { useTablets } from './use-tablets.ts';

const keys = tabletColumns.map(({ key }) => key);
const notSentFirst = { key: 'unsent', descending: true };

interface TabletsScreenProps {
  api?: ApiClient;
  tablet?: ThisTablet;
  /** The way back, where the menu does not show it. */
  breadcrumb?: ReactNode;
  /** What stands under the list. */
  below?: ReactNode;
}

function useClassesByName(): readonly SchoolClass[] {
  const { rows } = useAllRows('classes');
  return useMemo(
    () =>
      sortRows(
        rows.filter(({ archived_at }) => archived_at === null),
        [{ key: 'name', sortBy: ({ name }) => name }],
        { key: 'name', descending: false },
      ),
    [rows],
  );
}

function NoTablets({ onAll }: { onAll: (() => void) | null }) {
  return (
    <EmptyState
      picture={<EmptyShelfIllustration />}
      title={onAll ? 'No tablet was used by this class yet' : 'There are no tablets yet'}
      text="A tablet appears here as soon as somebody has signed in on it."
      action={
        onAll && (
          <Button variant="default" onClick={onAll}>
            Show all tablets
          </Button>
        )
      }
    />
  );
}

function forgetQuestion(tablet: Tablet | null): string {
  const again = tablet?.preparation ? ' It is not prepared any more then.' : '';
  const back = `It comes back by itself when somebody uses it again.${again}`;
  if (!tablet || tablet.unsent === 0) return back;
  const waits = counted(tablet.unsent, 'change waits', 'changes wait');
  return `${waits} on it and would be out of sight here. They stay on the tablet. ${back}`;
}

/** Each tablet with what waits on it, and whether it can be put away. */
export function TabletsScreen({
  api = apiClient,
  tablet = thisTablet,
  breadcrumb,
  below,
}: TabletsScreenProps) {
  const user = useUser();
  const shown = useTablets(api, tablet);
  const { status, tablets, isGone, asOf, busy, deviceId, reload, classId, showClass } = shown;
  const classes = useClassesByName();
  const list = useListState(keys, notSentFirst);
  const found = useMemo(() => searchTablets(tablets, list.q), [tablets, list.q]);
  const sorted = useMemo(() => sortRows(found, tabletColumns, list.sort), [found, list.sort]);
  const { rows, page, pages } = pageOfRows(sorted, list.page, limits.pageDefault);
  const now = useNow();
  const renaming = useDialog<Tablet>();
  const forgetting = useDialog<Tablet>();
  const takingBack = useDialog<Tablet>();
  const preparing = useDialog<string>();
  const isReachable = status === 'ready';
  const isEmpty = asOf !== null && tablets.length === 0;
  const all = allInWords(tablets);
  const here = tablets.find(({ isThisOne }) => isThisOne) ?? null;
  const seesAll = user !== null && seesWholeSchool(user.role);
  // A teacher whose classes are in it anyway has nothing to choose.
  const isForAll = here?.preparation?.school_classes === null && !here.isPreparationLost;
  // A preparation outlives the visit.
  const isGuest = user?.visiting !== undefined;
  const mayPrepare = !isGuest && (seesAll || (classes.length > 0 && !isForAll));

  async function forget() {
    if (!forgetting.subject) return;
    try {
      await forgetTablet(api, forgetting.subject.id);
    } catch (error) {
      notify.error('Failed to take the tablet off the list', tabletFailure(error));
      return;
    }
    await forgetHere(forgetting.subject);
    notify.success('Tablet taken off the list');
  }

  /** The tablet in the hand need not wait until it asks again. */
  async function forgetHere({ isThisOne, preparation }: Tablet) {
    if (isThisOne && preparation && user)
      await tablet.forget({ tenant_id: user.tenant_id, preparation_id: preparation.id });
  }

  async function takeBack() {
    if (!takingBack.subject) return;
    try {
      await endPreparation(api, takingBack.subject.id);
    } catch (error) {
      notify.error('Failed to take the preparation back', tabletFailure(error));
      return;
    }
    await forgetHere(takingBack.subject);
    notify.success('Preparation taken back');
  }

  return (
    <Screen
      title="Tablets"
      breadcrumb={breadcrumb}
      description="What waits on each tablet, whether it can be put away, and who can sign in on it without a network."
      actions={
        user &&
        mayPrepare && (
          <Button
            leftSection={<IconDeviceTabletCheck size={18} stroke={1.75} aria-hidden />}
            disabled={!isReachable || deviceId === null}
            onClick={() => deviceId !== null && preparing.open(deviceId)}
          >
            Prepare this tablet
          </Button>
        )
      }
    >
      <ListToolbar
        search={{
          label: 'Search tablets',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        {...((classes.length > 1 || classId !== null) && {
          filters: (
            <ListFilter
              label="Class"
              any="All classes"
              value={classId}
              choices={classes.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={showClass}
            />
          ),
        })}
        sorting={{ columns: tabletColumns, sort: list.sort, onSort: list.sortBy }}
        tools={
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            loading={busy}
            onClick={reload}
          >
            Refresh
          </Button>
        }
      />
      {asOf === null && (status === 'unreachable' || status === 'failed') ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          way={{ to: shown.allTablets, label: 'Show all tablets' }}
          failed="Failed to fetch the tablets"
          failedText="The school did not give the list. The class may not be yours any more."
          unreachable={`The list is made at the school. It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <>
          {asOf !== null && !isReachable && (
            <Alert role="status" variant="light" icon={<IconWifiOff aria-hidden />}>
              {product.name} cannot be reached right now, so this is how it was at {saySince(asOf, now)}.
              Names can be changed and tablets prepared as soon as it can.
            </Alert>
          )}
          <PausedTablets api={api} tablets={tablets} isReachable={isReachable} />
          {tablets.length > 0 && asOf !== null && (
            <div className={styles.summary}>
              <StateMark good={all.isSafe} text={all.text} />
              <Text c="dimmed">As of {saySince(asOf, now)}</Text>
            </div>
          )}
          {isEmpty ? (
            <NoTablets onAll={classId === null ? null : () => showClass(null)} />
          ) : (
            <>
              <DataTable
                caption="Tablets"
                columns={tabletColumns}
                rows={rows}
                rowKey={({ id }) => id}
                sort={list.sort}
                onSort={list.sortBy}
                hasSortAbove
                loading={asOf === null}
                renderActions={(row) => (
                  <TabletActions
                    tablet={row}
                    isReachable={isReachable}
                    onRename={() => renaming.open(row)}
                    onTakeBack={() => takingBack.open(row)}
                    onForget={() => forgetting.open(row)}
                  />
                )}
                empty={<NothingMatches noun="tablets" search={list.q} onClear={() => list.search('')} />}
              />
              {asOf !== null && (
                <Pager
                  page={page}
                  pages={pages}
                  pageSize={limits.pageDefault}
                  count={found.length}
                  noun={['tablet', 'tablets']}
                  onPage={list.goTo}
                />
              )}
            </>
          )}
        </>
      )}
      {below}
      <RenameTabletDialog
        api={api}
        tablet={renaming.subject}
        opened={renaming.opened}
        onClose={renaming.close}
      />
      {user && (
        <PrepareTabletDialog
          api={api}
          tablet={tablet}
          tenantId={user.tenant_id}
          deviceId={preparing.subject}
          present={here?.isPreparationLost ? null : (here?.preparation ?? null)}
          classes={classes}
          classId={classId}
          seesAll={seesAll}
          opened={preparing.opened}
          onClose={preparing.close}
          onDone={reload}
        />
      )}
      <ConfirmDialog
        opened={takingBack.opened}
        onClose={takingBack.close}
        title={`Take back the preparation of ${takingBack.subject?.name ?? ''}?`}
        question="Children then need a network to sign in on it. It forgets them as soon as it is online; until then they can still sign in with their cards. What is unsent on it stays."
        confirmLabel="Take back"
        danger
        onConfirm={takeBack}
      />
      <ConfirmDialog
        opened={forgetting.opened}
        onClose={forgetting.close}
        title={`Take ${forgetting.subject?.name ?? ''} off the list?`}
        question={forgetQuestion(forgetting.subject)}
        confirmLabel="Take off the list"
        danger
        onConfirm={forget}
      />
    </Screen>
  );
}
