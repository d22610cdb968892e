import { Button, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { ownChampionEndpoints } from '#contract/champions/champions.endpoints.ts';
import type { CommunityWork } from '#contract/champions/champions.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { workKinds } from '#contract/works/works.schema.ts';
import { oneOf } from '#src/lib/one-of.ts';
import { apiClient } from '#src/session/api.ts';
import { useDeciding } from '#src/session/use-deciding.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useDialog } from '#src/ui/use-dialog.ts';
import { PanelListView } from '#src/panel/panel-list-view.tsx';
import { languageName, workKindChoices, workKindWords } from '#src/panel/panel.words.ts';
import { usePanelList, type ListAsked } from '#src/panel/use-panel-list.ts';
import { ReasonDialog } from './reason.dialog.tsx';
import styles from './champions.module.css';

const filterNames = ['kind'];

function What({ work }: { work: CommunityWork }) {
  const { kind, language, byline, url } = work;
  const title = titleOf(work);
  const facts = [workKindWords[kind], languageName(language), ...(byline === '' ? [] : [`by ${byline}`])];
  return (
    <span className={styles.words}>
      {url === null ? (
        <span dir="auto">{title}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" lang={language} dir="auto">
          {title}
        </a>
      )}
      <Text span c="dimmed" size="sm" fw={400}>
        {facts.join(' · ')}
      </Text>
    </span>
  );
}

const columnsOf = (onSuggest: (work: CommunityWork) => void): readonly Column<CommunityWork>[] => [
  { key: 'title', header: 'Title', heading: true, cell: (work) => <What work={work} /> },
  { key: 'school', header: 'School', cell: ({ tenant }) => <bdi>{tenant.school_name}</bdi>, width: '180px' },
  {
    key: 'actions',
    header: 'Suggest',
    cell: (work) => {
      if (work.is_picked) return 'On our shelf';
      if (work.is_suggested) return 'Suggested';
      return (
        <Button variant="default" aria-label={`Suggest ${titleOf(work)}`} onClick={() => onSuggest(work)}>
          Suggest
        </Button>
      );
    },
    width: '130px',
  },
];

/** What strangers may see of all schools, for a superpower parent to suggest some of it. */
export function CommunityWorks({
  api = apiClient,
  onSuggested,
}: {
  api?: ApiClient;
  onSuggested: () => void;
}) {
  const load = useCallback(
    ({ search, after, filters }: ListAsked, signal: AbortSignal) => {
      const kind = oneOf(workKinds, filters['kind']);
      const query = { search, ...(after !== null && { after }), ...(kind && { kind }) };
      return api.call(ownChampionEndpoints.listWorks, { query }, { signal });
    },
    [api],
  );
  const list = usePanelList(filterNames, load);
  const suggesting = useDialog<CommunityWork>();
  const { open } = suggesting;
  const columns = useMemo(() => columnsOf(open), [open]);
  const { decide } = useDeciding(notify, () => {
    list.reload();
    onSuggested();
  });
  const suggested = suggesting.subject;
  function suggest(work: CommunityWork, why: string) {
    const input = { params: { tenantId: work.tenant.id, workId: work.id }, body: { why } };
    return decide(() => api.call(ownChampionEndpoints.suggest, input), 'Thank you. It is suggested');
  }

  return (
    <>
      <PanelListView
        list={{ ...list, sortBy: () => undefined }}
        caption="Books and stories of our schools"
        noun={['book or story', 'books and stories']}
        searchLabel="Search by title or author"
        filters={
          <ListFilter
            label="Kind"
            any="All kinds"
            value={list.filters['kind'] ?? null}
            choices={workKindChoices}
            onChange={(kind) => list.narrow({ kind })}
          />
        }
        columns={columns}
        rowKey={({ tenant, id }) => `${tenant.id} ${id}`}
        empty={{
          title: 'Nothing is public yet',
          text: 'A book or a story is here as soon as a school shows it to everybody.',
        }}
      />
      <ReasonDialog
        name={`suggest ${suggested?.id ?? ''}`}
        opened={suggesting.opened}
        question={suggested ? `Suggest “${titleOf(suggested)}” for our shelf?` : ''}
        reader="The people who run this site read it."
        submitLabel="Suggest"
        onSubmit={async (why) => (suggested ? await suggest(suggested, why) : true)}
        onClose={suggesting.close}
      />
    </>
  );
}
