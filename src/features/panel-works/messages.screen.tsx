import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { PanelMessage } from '#contract/dear-world/messages.schema.ts';
import { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import { goalNames } from '#src/lib/goals.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { notify } from '#src/ui/notify.tsx';
import { messageColumns } from './message-columns.tsx';

/** Puts a message into the edition of a year, or takes it out (null). `onDone`: once it is so. */
function useEditionPick(api: ApiClient, onDone: () => void) {
  return useCallback(
    async ({ tenant, id, byline, edition }: PanelMessage, year: number | null): Promise<void> => {
      const params = { tenantId: tenant.id, workId: id };
      try {
        if (year === null) await api.call(messageEndpoints.unpick, { params });
        else await api.call(messageEndpoints.pick, { params, body: { year } });
        notify.success(
          year === null ? `It is out of Dear World ${edition ?? ''}`.trim() : `It is in Dear World ${year}`,
          `A message by ${byline}`,
        );
        onDone();
      } catch (error) {
        notify.error('The edition could not be changed', failureOf(error).text);
      }
    },
    [api, onDone],
  );
}

const filterNames = ['goal', 'edition'];
const goals = goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1}. ${name}` }));
const goalValues = goals.map(({ value }) => value);

/** This year’s edition, and last year’s, which may still get some in January. */
const editionsAt = (now: Date) => [now.getUTCFullYear(), now.getUTCFullYear() - 1] as const;

interface MessagesScreenProps {
  drawDrawing: (message: PanelMessage) => ReactNode;
  api?: ApiClient;
}

/** `/admin-panel/dear-world`: messages that strangers may see, of all schools, and which of them are in an edition. */
export function MessagesScreen({ drawDrawing, api = apiClient }: MessagesScreenProps) {
  const [editions] = useState(() => editionsAt(new Date()));
  const choices = [
    { value: 'none', label: 'In no edition' },
    ...editions.map((year) => ({ value: String(year), label: `Dear World ${year}` })),
  ];
  const load = useCallback(
    ({ after, filters }: ListAsked, signal: AbortSignal) => {
      const goal = oneOf(goalValues, filters['goal']);
      const edition = oneOf(['none', ...editions.map(String)], filters['edition']);
      return api.call(
        messageEndpoints.list,
        {
          query: {
            ...(after !== null && { after }),
            ...(goal && { goal: Number(goal) }),
            ...(edition && { edition: edition === 'none' ? ('none' as const) : Number(edition) }),
          },
        },
        { signal },
      );
    },
    [api, editions],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow } = list;
  const pick = useEditionPick(api, list.reload);
  const columns = useMemo(
    () => messageColumns({ drawDrawing, editions, onPick: (message, year) => void pick(message, year) }),
    [drawDrawing, editions, pick],
  );
  return (
    <Screen
      title="Dear World"
      description="Messages that schools show to everybody, newest first. Choose the ones for the book of the year."
    >
      <PanelListView
        list={{ ...list, sortBy: () => undefined }}
        caption="Messages"
        noun={['message', 'messages']}
        searchLabel={null}
        filters={
          <>
            <ListFilter
              label="Edition"
              any="All"
              choices={choices}
              value={filters['edition'] ?? null}
              onChange={(edition) => narrow({ edition })}
            />
            <ListFilter
              label="Goal"
              any="All goals"
              choices={goals}
              value={filters['goal'] ?? null}
              onChange={(goal) => narrow({ goal })}
            />
          </>
        }
        columns={columns}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{
          title: 'No messages yet',
          text: 'A message is here as soon as a school shows it to everybody.',
        }}
      />
    </Screen>
  );
}
