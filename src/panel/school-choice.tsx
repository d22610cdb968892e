import { Button, Text } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { panelEndpoints } from '#contract/panel/panel.endpoints.ts';
import type { PanelTenant } from '#contract/panel/panel.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FilterChip } from '#src/ui/filter-chips.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import styles from './panel.module.css';

const shown = 10;

type School = Pick<PanelTenant, 'id' | 'school_name' | 'kind'>;

interface SchoolChoiceProps {
  /** Id of the school that is chosen; null: all of them. */
  value: string | null;
  /** Its name, where a row of the list says it. */
  name: string | undefined;
  onChoose: (id: string, school: School) => void;
  /** Back to all of them; left out: one has to be chosen. */
  onClear?: () => void;
  api: ApiClient;
}

function Schools({ onChoose, api }: { onChoose: (school: School) => void; api: ApiClient }) {
  const [search, setSearch] = useState('');
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(panelEndpoints.listTenants, { query: { search, limit: shown } }, { signal }),
    [api, search],
  );
  const { status, value, busy, isGone, reload } = useAnswer(load);
  return (
    <div className={styles.choice}>
      <SearchField
        label="Search schools"
        value={search}
        onSearch={setSearch}
        quiet={limits.searchDebounce}
        takeEarly={() => ''}
      />
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The schools could not be fetched"
          unreachable={`Schools show up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : (
        <ul className={styles.schools} aria-busy={busy}>
          {value?.results.map((school) => (
            <li key={school.id}>
              <Button variant="default" fullWidth justify="flex-start" onClick={() => onChoose(school)}>
                <bdi>{school.school_name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value?.results.length === 0 && <Text mt="md">No schools match “{search}”</Text>}
      {value !== null && value.next !== null && (
        <Text mt="sm" c="dimmed">
          There are more. Type a part of the name.
        </Text>
      )}
    </div>
  );
}

/** Narrows a list down to one school out of thousands, found by its name. */
export function SchoolChoice({ value, name, onChoose, onClear, api }: SchoolChoiceProps) {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<School | null>(null);
  const known = chosen?.id === value ? chosen?.school_name : name;
  return (
    <>
      <Button
        variant={value === null ? 'default' : 'light'}
        leftSection={<IconSchool size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {value === null ? 'Choose a school' : <bdi>{known ?? 'One school'}</bdi>}
      </Button>
      {value !== null && onClear && (
        <FilterChip label="School" value={known ?? 'One school'} onRemove={onClear} />
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Choose a school" size={480} fillsPhone>
        <Schools
          api={api}
          onChoose={(school) => {
            setChosen(school);
            setOpened(false);
            onChoose(school.id, school);
          }}
        />
      </Dialog>
    </>
  );
}
