import { Button, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { suppressionReasons } from '#contract/mail/mail.schema.ts';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import type { PanelSuppression } from '#contract/mail/panel-mail.schema.ts';
import { panelCounted } from '#contract/panel/panel.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { KeysetList, type KeysetPage } from '#src/ui/keyset-list.tsx';
import type { ListAsked } from '#src/ui/keyset-state.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { addressOf, choicesOf, liftQuestion, reasonWords } from './panel-mail.words.ts';
import { SuppressDialog } from './suppress.dialog.tsx';
import { useMailList } from './use-mail-list.ts';
import styles from './mail.module.css';

const filterNames = ['why'];

const columns: readonly Column<PanelSuppression>[] = [
  { key: 'address', header: 'Address', heading: true, cell: (each) => <bdi>{addressOf(each)}</bdi> },
  {
    key: 'why',
    header: 'Why',
    cell: ({ reason, note }) => (
      <span className={styles.lines}>
        {reasonWords[reason]}
        {note !== '' && reason !== 'manual' && reason !== 'complaint' && (
          <Text span size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </span>
    ),
  },
  { key: 'since', header: 'Since', width: '130px', cell: ({ since }) => <Day at={since} /> },
  {
    key: 'until',
    header: 'Until',
    width: '150px',
    cell: ({ until }) => (until === null ? 'It is allowed again' : <Day at={until} />),
  },
];

/** Addresses that no school writes to, and how that ends: `?tab=suppressions&why=refused&q=@greenfield.test`. */
export function SuppressionsSection({ api }: { api: ApiClient }) {
  const load = useCallback(
    ({ search, after, filters }: ListAsked, signal: AbortSignal) => {
      const reason = oneOf(suppressionReasons, filters['why']);
      const query = { search, ...(after !== null && { after }), ...(reason && { reason }) };
      return api.call(panelMailEndpoints.listSuppressions, { query }, { signal });
    },
    [api],
  );
  const list = useMailList<PanelSuppression, KeysetPage<PanelSuppression>>(filterNames, load);
  const { filters, narrow, reload } = list;
  const lifting = useDialog<PanelSuppression>();
  const stopping = useDialog<true>();
  const { open: ask } = lifting;
  const withActions = useMemo<readonly Column<PanelSuppression>[]>(
    () => [
      ...columns,
      {
        key: 'actions',
        header: 'Actions',
        cell: (suppression) => (
          <Button
            variant="default"
            aria-label={`Write to ${addressOf(suppression)} again`}
            onClick={() => ask(suppression)}
          >
            Write again…
          </Button>
        ),
        width: '172px',
      },
    ],
    [ask],
  );

  async function lift({ id, ...suppression }: PanelSuppression): Promise<void> {
    try {
      await api.call(panelMailEndpoints.lift, { params: { id } });
      notify.success('Email goes there again', addressOf(suppression));
    } catch (error) {
      notify.error('It could not be allowed again', failureOf(error).text);
    }
    reload();
  }

  return (
    <div className={styles.part}>
      <div className={styles.facts}>
        <Text>Nobody writes to these addresses, as email to them came back or is not wanted.</Text>
        <Button variant="default" onClick={() => stopping.open(true)}>
          Stop email to an address…
        </Button>
      </div>
      <KeysetList
        list={list}
        caption="Suppressions"
        noun={['address', 'addresses']}
        searchLabel="Whole email address, or @domain"
        quiet={limits.searchDebounce}
        counted={panelCounted}
        unreachable={`The addresses show up here ${asSoonAsReached}.`}
        filters={
          <ListFilter
            label="Why"
            any="All reasons"
            value={oneOf(suppressionReasons, filters['why']) ?? null}
            choices={choicesOf(reasonWords)}
            onChange={(why) => narrow({ why })}
          />
        }
        columns={withActions}
        rowKey={({ id }) => id}
        empty={{
          title: 'Every address is written to',
          text: 'Addresses that a mail server refused or sent back show up here.',
        }}
      />
      <ConfirmDialog
        opened={lifting.opened}
        onClose={lifting.close}
        title="Write there again?"
        question={lifting.subject ? <bdi>{liftQuestion(lifting.subject)}</bdi> : ''}
        confirmLabel="Write again"
        onConfirm={async () => {
          if (lifting.subject) await lift(lifting.subject);
        }}
      />
      <SuppressDialog opened={stopping.opened} api={api} onDone={reload} onClose={stopping.close} />
    </div>
  );
}
