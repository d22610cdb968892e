import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { championEndpoints } from '#contract/champions/champions.endpoints.ts';
import { championStates } from '#contract/champions/champions.rules.ts';
import type { Champion } from '#contract/champions/champions.schema.ts';
import type { ChampionKind } from '#contract/kit/roles.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';
import { ChampionActDialog } from './champion-act.dialog.tsx';
import { championColumns, type ChampionAct } from './champion-columns.tsx';
import { addWords, kindWords, stateChoices } from './champions.words.ts';
import { GrantDialog } from './grant.dialog.tsx';
import { OfferedResources } from './offered-resources.tsx';

const filterNames = ['state'];

/** `/admin-panel/superpower-teacher` and `/admin-panel/superpower-parent`: who helps the platform for a while. */
export function ChampionsScreen({ kind, api = apiClient }: { kind: ChampionKind; api?: ApiClient }) {
  const words = kindWords[kind];
  const add = addWords(kind);
  const load = useCallback(
    ({ search, after, filters }: ListAsked, signal: AbortSignal) => {
      const state = oneOf(championStates, filters['state']);
      const query = { kind, search, ...(after !== null && { after }), ...(state && { state }) };
      return api.call(championEndpoints.list, { query }, { signal });
    },
    [api, kind],
  );
  const list = usePanelList(filterNames, load);
  const [isGranting, { open: grant, close: endGranting }] = useDisclosure(false);
  const acting = useDialog<{ act: ChampionAct; champion: Champion }>();
  const { open: openAct } = acting;
  const columns = useMemo(() => championColumns((act, champion) => openAct({ act, champion })), [openAct]);
  return (
    <Screen
      title={words.title}
      description={words.text}
      actions={
        <Button leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={grant}>
          {add}
        </Button>
      }
    >
      {kind === 'teacher' && <OfferedResources api={api} />}
      <PanelListView
        list={{ ...list, sortBy: () => undefined }}
        caption={words.title}
        noun={words.noun}
        searchLabel="Search by name, email or @domain"
        filters={
          <ListFilter
            label="State"
            any="All states"
            value={list.filters['state'] ?? null}
            choices={stateChoices}
            onChange={(state) => list.narrow({ state })}
          />
        }
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: `There are no ${words.noun[1]} yet`,
          text: `Press “${add}” to invite somebody by email.`,
        }}
      />
      <GrantDialog kind={kind} api={api} opened={isGranting} onDone={list.reload} onClose={endGranting} />
      <ChampionActDialog
        subject={acting.subject}
        api={api}
        opened={acting.opened}
        onDone={list.reload}
        onClose={acting.close}
      />
    </Screen>
  );
}
