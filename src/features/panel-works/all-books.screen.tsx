import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { listFileEndpoints } from '#contract/panel/list-files.endpoints.ts';
import { publishedSpans } from '#contract/panel/works.schema.ts';
import { panelWorkEndpoints } from '#contract/panel/works.endpoints.ts';
import { levels, shelfKinds } from '#contract/works/works.schema.ts';
import { goalNames } from '#src/lib/goals.ts';
import { languageChoices } from '#src/lib/languages.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { listFile } from '#src/session/list-file.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { levelChoices, publishedChoices, workKindChoices } from '#src/panel/panel.words.ts';
import { SuggestedWorks } from './suggested-works.tsx';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { usePick } from '#src/panel/use-pick.ts';
import { pageOf, usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';
import { workColumns, type DrawCover } from './work-columns.tsx';

const filterNames = ['kind', 'school', 'language', 'level', 'goal', 'published', 'reports'];
const goals = goalNames.map((name, place) => ({ value: String(place + 1), label: `${place + 1}. ${name}` }));
const goalValues = goals.map(({ value }) => value);
const open = [{ value: 'open', label: 'Not decided yet' }];
const filtersOfOne = [
  { name: 'kind', label: 'Kind', any: 'All kinds', choices: workKindChoices },
  { name: 'language', label: 'Language', any: 'All languages', choices: languageChoices('en') },
  { name: 'level', label: 'Level', any: 'All levels', choices: levelChoices },
  { name: 'goal', label: 'Goal', any: 'All goals', choices: goals },
  { name: 'published', label: 'Published', any: 'Any time', choices: publishedChoices },
  { name: 'reports', label: 'Reports', any: 'All', choices: open },
];

function queryOf({ search, filters }: ListAsked) {
  const [kind, level] = [oneOf(shelfKinds, filters['kind']), oneOf(levels, filters['level'])];
  const goal = oneOf(goalValues, filters['goal']);
  const published = oneOf(publishedSpans, filters['published']);
  const { school: tenant_id, language } = filters;
  return {
    search,
    ...(kind && { kind }),
    ...(tenant_id && { tenant_id }),
    ...(language && { language }),
    ...(level && { level }),
    ...(goal && { goal: Number(goal) }),
    ...(published && { published }),
    ...(filters['reports'] === 'open' && { reports: 'open' as const }),
  };
}

interface AllBooksScreenProps {
  /** Left out: what the list is of. */
  title?: string;
  /** The way to the page above, where this is no entry of the menu. */
  breadcrumb?: ReactNode;
  drawCover: DrawCover;
  api?: ApiClient & PictureClient;
}

/** `/admin-panel/all-books`: what strangers may see of all schools, and how much is kept from them. */
export function AllBooksScreen({
  title = 'All books',
  breadcrumb,
  drawCover,
  api = apiClient,
}: AllBooksScreenProps) {
  const load = useCallback(
    (asked: ListAsked, signal: AbortSignal) =>
      api.call(panelWorkEndpoints.listWorks, { query: { ...queryOf(asked), ...pageOf(asked) } }, { signal }),
    [api],
  );
  const list = usePanelList(filterNames, load);
  const { filters, narrow, value } = list;
  const ownId = useTenant().tenant?.id;
  const { pick } = usePick(api, list.reload);
  const columns = useMemo(
    () => workColumns(drawCover, { ownId, onPick: (work) => void pick(work) }),
    [drawCover, ownId, pick],
  );
  const kept = value?.kept ?? null;
  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      actions={
        <Button
          component={Link}
          to={panelPaths.book()}
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
        >
          Add a book
        </Button>
      }
      description={`Public books and stories, newest first.${
        kept === null ? '' : ` Schools keep ${kept.toLocaleString('en')} more to themselves.`
      }`}
    >
      <SuggestedWorks api={api} onPicked={list.reload} />
      <PanelListView
        list={{ ...list, sortBy: () => undefined }}
        caption={title}
        noun={['book or story', 'books and stories']}
        searchLabel="Search by title or author"
        filters={
          <>
            <SchoolChoice
              value={filters['school'] ?? null}
              name={value?.results[0]?.tenant.school_name}
              onChoose={(id) => narrow({ school: id })}
              onClear={() => narrow({ school: null })}
              api={api}
            />
            {filtersOfOne.map(({ name, ...filter }) => (
              <ListFilter
                key={name}
                {...filter}
                value={filters[name] ?? null}
                onChange={(chosen) => narrow({ [name]: chosen })}
              />
            ))}
          </>
        }
        file={{
          list: 'books',
          ...listFile(api, listFileEndpoints.exportWorks, { query: queryOf(list.asked) }),
        }}
        columns={columns}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{
          title: 'Nothing is public yet',
          text: 'A book or a story is here as soon as a school shows it to everybody.',
        }}
      />
    </Screen>
  );
}
