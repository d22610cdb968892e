import { Menu } from '@mantine/core';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import { nextFulfilments, type Fulfilment } from '#contract/orders/orders.rules.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { CsvButton } from '#src/ui/csv-button.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListToolbar } from '#src/ui/list-toolbar.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { fulfilmentWords } from './sales.words.ts';
import { printColumns, saleColumns } from './sold.columns.tsx';
import { soldCsv } from './sold-csv.ts';
import { printSteps, useSold } from './use-sold.ts';
import styles from './sales.module.css';

interface SoldMenuProps {
  line: SoldLine;
  onChoose: (fulfilment: Fulfilment) => void;
}

/** The next steps of a printed book; nothing where there are none. */
function SoldMenu({ line, onChoose }: SoldMenuProps) {
  const next = line.fulfilment ? nextFulfilments[line.fulfilment] : [];
  if (next.length === 0) return null;
  return (
    <RowMenu label={`Actions for ${line.title}, ${line.number}`} width={200}>
      {next.map((step) => (
        <Menu.Item
          key={step}
          {...(step === 'cannot_be_made' && { color: 'red' })}
          onClick={() => onChoose(step)}
        >
          {fulfilmentWords[step]}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}

/** What the school sold, and what of it is to be printed and sent. */
export function SalesSection({ api }: { api: ApiClient }) {
  const sold = useSold(api);
  const { status, value, busy, reload, list, print } = sold;
  const refusing = useDialog<SoldLine>();
  const count = value?.count ?? 0;

  if (value === null && (status === 'unreachable' || status === 'failed'))
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={sold.isGone}
        failed="The sales could not be fetched"
        unreachable={`What your school sold shows up here ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  return (
    <div className={styles.part}>
      <ListToolbar
        filters={
          <ListFilter
            label="Printed books"
            any="All that was sold"
            value={print}
            choices={printSteps.map((step) => ({ value: step, label: fulfilmentWords[step] }))}
            onChange={(step) => list.narrow({ print: step })}
          />
        }
        narrowed={print !== null}
        onShowAll={() => list.narrow({ print: null })}
        tools={
          <CsvButton
            list="Book Sales"
            disabled={count === 0}
            read={async () => soldCsv(await sold.readAll())}
            explain={(error) => failureOf(error).text}
          />
        }
      />
      <DataTable
        caption="Book Sales"
        columns={print === null ? saleColumns : printColumns}
        rows={value?.results ?? []}
        rowKey={({ id }) => id}
        loading={value === null}
        renderActions={(line) => (
          <SoldMenu
            line={line}
            onChoose={(step) => {
              if (step === 'cannot_be_made') refusing.open(line);
              else void sold.fulfil(line, step);
            }}
          />
        )}
        empty={
          <EmptyState
            picture={<EmptyShelfIllustration />}
            title={
              print === null ? 'Nothing was sold yet' : `No printed book is at “${fulfilmentWords[print]}”`
            }
            {...(print === null && { text: 'What is up for sale can be bought while the shop is open.' })}
          />
        }
      />
      {count > 0 && <KeysetPager {...sold.pager} noun={['sale', 'sales']} />}
      <ConfirmDialog
        opened={refusing.opened}
        title="It cannot be made?"
        question="The buyer gets the money for it back. This cannot be undone."
        confirmLabel="It cannot be made"
        danger
        onConfirm={async () => {
          if (refusing.subject) await sold.fulfil(refusing.subject, 'cannot_be_made');
        }}
        onClose={refusing.close}
      />
    </div>
  );
}
