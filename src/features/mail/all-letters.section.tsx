import { Text } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { letterStates } from '#contract/mail/mail.schema.ts';
import { panelMailEndpoints } from '#contract/mail/panel-mail.endpoints.ts';
import { letterAges, type PanelLetter, type PanelLetterPage } from '#contract/mail/panel-mail.schema.ts';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { panelCounted } from '#contract/panel/panel.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { listFile } from '#src/session/list-file.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { KeysetList } from '#src/ui/keyset-list.tsx';
import type { ListAsked } from '#src/ui/keyset-state.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { sayInFull, useNow } from '#src/ui/moments.ts';
import { MailHead } from './mail-head.tsx';
import { kindName, kindWords, stateNames, whyOf } from './mail.words.ts';
import { ageWords, choicesOf, sayAge } from './panel-mail.words.ts';
import { useMailList } from './use-mail-list.ts';
import styles from './mail.module.css';

const filterNames = ['school', 'state', 'kind', 'age'];
const kinds = Object.keys(kindWords);

function queryOf({ search, filters }: ListAsked) {
  const [state, kind] = [oneOf(letterStates, filters['state']), oneOf(kinds, filters['kind'])];
  const age = oneOf(letterAges, filters['age']);
  const tenant_id = filters['school'];
  return {
    ...(search !== '' && { domain: search }),
    ...(tenant_id && { tenant_id }),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(age && { age }),
  };
}

function Age({ at }: { at: string }) {
  return (
    <time dateTime={at} title={sayInFull(at)}>
      {sayAge(at, useNow())}
    </time>
  );
}

const columns: readonly Column<PanelLetter>[] = [
  {
    key: 'to',
    header: 'To',
    heading: true,
    cell: ({ id, tenant, to_address }) => (
      <span className={styles.lines}>
        <Link to={panelPaths.email({ tenantId: tenant.id, letterId: id })}>
          <bdi>{to_address}</bdi>
        </Link>
        <Text span size="sm" c="dimmed" fw={400}>
          <bdi>{tenant.school_name}</bdi>
        </Text>
      </span>
    ),
  },
  { key: 'what', header: 'Letter', cell: ({ kind }) => kindName({ kind, subject: kind }) },
  {
    key: 'state',
    header: 'State',
    cell: (letter) => (
      <span className={styles.lines}>
        {stateNames[letter.state]}
        {whyOf(letter) !== null && (
          <Text span size="sm" c="dimmed">
            {whyOf(letter)}
          </Text>
        )}
      </span>
    ),
  },
  { key: 'attempts', header: 'Tries', width: '80px', align: 'end', cell: ({ attempts }) => attempts },
  { key: 'age', header: 'Written', width: '150px', cell: ({ written_at }) => <Age at={written_at} /> },
];

/** What narrows a list down to one school; the area has it. */
export type RenderSchool = (choice: {
  value: string | null;
  name: string | undefined;
  onChoose: (id: string) => void;
  onClear: () => void;
}) => ReactNode;

interface AllLettersSectionProps {
  renderSchool: RenderSchool;
  api: ApiClient & PictureClient;
}

/** The letters of all schools of the last 90 days: `?state=failed&age=day&q=greenfield.test`. */
export function AllLettersSection({ renderSchool, api }: AllLettersSectionProps) {
  const load = useCallback(
    (asked: ListAsked, signal: AbortSignal) => {
      const { after } = asked;
      const query = { ...queryOf(asked), ...(after !== null && { after }) };
      return api.call(panelMailEndpoints.listAll, { query }, { signal });
    },
    [api],
  );
  const list = useMailList<PanelLetter, PanelLetterPage>(filterNames, load);
  const { filters, narrow, value } = list;
  const filter = (label: string, name: string, any: string, words: Readonly<Record<string, string>>) => (
    <ListFilter
      label={label}
      any={any}
      value={oneOf(Object.keys(words), filters[name]) ?? null}
      choices={choicesOf(words)}
      onChange={(chosen) => narrow({ [name]: chosen })}
    />
  );
  return (
    <div className={styles.part}>
      <MailHead head={value?.head ?? null} hrefOf={(state) => `?state=${state}&age=day`} />
      <KeysetList
        list={list}
        caption="Letters"
        noun={['letter', 'letters']}
        searchLabel="Domain of the address, such as greenfield.test"
        quiet={limits.searchDebounce}
        counted={panelCounted}
        unreachable={`The letters show up here ${asSoonAsReached}.`}
        filters={
          <>
            {renderSchool({
              value: filters['school'] ?? null,
              name: value?.results[0]?.tenant.school_name,
              onChoose: (school) => narrow({ school }),
              onClear: () => narrow({ school: null }),
            })}
            {filter('State', 'state', 'All states', stateNames)}
            {filter('Letter', 'kind', 'All letters', kindWords)}
            {filter('Written', 'age', 'In the last 90 days', ageWords)}
          </>
        }
        file={{
          list: 'letters',
          ...listFile(api, listFileEndpoints.exportLetters, { query: queryOf(list.asked) }),
        }}
        columns={columns}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{
          title: 'No email was sent yet',
          text: 'Each letter of each school shows up here, with what became of it.',
        }}
      />
    </div>
  );
}
