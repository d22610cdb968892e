import { Menu, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { limits } from '#contract/kit/limits.ts';
import type { Letter } from '#contract/mail/mail.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { DataTable, type Column } from '#src/ui/data-table.tsx';
import { Day } from '#src/ui/day.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeysetPager } from '#src/ui/keyset-pager.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { addressee, againQuestion, kindName, stateNames, whyOf } from './mail.words.ts';
import { useLetters } from './use-letters.ts';
import styles from './mail.module.css';

function Small({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed" fw={400}>
      {children}
    </Text>
  );
}

const columns: readonly Column<Letter>[] = [
  {
    key: 'to',
    header: 'To',
    heading: true,
    cell: ({ to_name, to_address }) => (
      <span className={styles.lines}>
        {to_name === '' ? to_address : <bdi>{to_name}</bdi>}
        {to_name !== '' && <Small>{to_address}</Small>}
      </span>
    ),
  },
  { key: 'what', header: 'Letter', cell: kindName },
  {
    key: 'state',
    header: 'State',
    cell: (letter) => (
      <span className={styles.lines}>
        {stateNames[letter.state]}
        {whyOf(letter) !== null && <Small>{whyOf(letter) ?? ''}</Small>}
        {letter.said !== null && letter.state !== 'suppressed' && <Small>{letter.said}</Small>}
      </span>
    ),
  },
  {
    key: 'written',
    header: 'Written',
    width: '120px',
    cell: ({ written_at }) => <Day at={written_at} />,
  },
];

/** The letters that the school sent in the last 90 days, and what became of each. */
export function LettersSection({ api = apiClient }: { api?: ApiClient }) {
  const letters = useLetters(api);
  const { value, list, state } = letters;
  const sending = useDialog<Letter>();
  const isNarrowed = state !== null || list.q !== '';
  const showAll = () => list.narrow({ state: null, q: null });
  return (
    <div className={styles.part}>
      <Text>
        Each email of the last 90 days. “Sent” means that the mail server took it; what comes back shows up
        here.
      </Text>
      <ListFrame
        search={{
          label: 'Search by name or email',
          value: list.q,
          onSearch: list.search,
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="State"
            any="All states"
            value={state}
            choices={Object.entries(stateNames).map(([name, label]) => ({ value: name, label }))}
            onChange={(wanted) => list.narrow({ state: wanted })}
          />
        }
        narrowed={state !== null && value?.results.length !== 0}
        onShowAll={showAll}
        answer={letters}
        failed="The letters could not be fetched"
        unreachable={`What was sent shows up here ${asSoonAsReached}.`}
        pager={
          value !== null && value.count > 0 && <KeysetPager {...letters.pager} noun={['letter', 'letters']} />
        }
      >
        <DataTable
          caption="Email"
          columns={columns}
          rows={value?.results ?? []}
          rowKey={({ id }) => id}
          loading={value === null}
          renderActions={(letter) =>
            letter.may_again && (
              <RowMenu label={`Actions for ${kindName(letter)}, ${addressee(letter)}`} width={220}>
                <Menu.Item
                  leftSection={<IconMailForward size={18} stroke={1.75} aria-hidden />}
                  onClick={() => sending.open(letter)}
                >
                  Send again…
                </Menu.Item>
              </RowMenu>
            )
          }
          empty={
            isNarrowed ? (
              <NothingMatches noun="letters" search={list.q} isFiltered={state !== null} onClear={showAll} />
            ) : (
              <EmptyState
                picture={<EmptyShelfIllustration />}
                title="No email was sent yet"
                text="Invitations and links for passwords show up here."
              />
            )
          }
        />
      </ListFrame>
      <ConfirmDialog
        opened={sending.opened}
        onClose={sending.close}
        title="Send it again?"
        question={sending.subject ? againQuestion(sending.subject) : ''}
        confirmLabel="Send again"
        onConfirm={async () => {
          if (sending.subject) await letters.sendAgain(sending.subject);
        }}
      />
    </div>
  );
}
