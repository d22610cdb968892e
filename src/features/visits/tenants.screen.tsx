import { Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import type { VisitableTenant } from '#contract/visits/visits.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { apiClient } from '#src/session/api.ts';
import { useList } from '#src/session/use-list.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CardList, CardRow, WaitingCards } from '#src/ui/card-list.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { SwitchingOverlay } from '#src/ui/switching-overlay.tsx';
import { usePages } from '#src/ui/use-pages.ts';
import { leaveFor, OpenSchoolButton, useOpenSchool } from './open-school.tsx';
import { missing } from './visit-words.ts';

const byName = { key: 'name', descending: false };
const keys = [byName.key];
const pageSize = limits.pageDefault;

interface TenantsScreenProps {
  title: string;
  /** What it lists. */
  noun?: ComponentProps<typeof Pager>['noun'];
  /** What else can be done here. */
  actions?: ReactNode;
  /** What stands between the title and the list. */
  above?: ReactNode;
  /** What can be done with one of them besides opening it; `reload` fetches the list again. */
  renderActions?: (tenant: VisitableTenant, reload: () => void) => ReactNode;
  api?: ApiClient;
  /** Leaves for the school's host. */
  onOpen?: (address: string) => void;
}

interface RowProps {
  tenant: VisitableTenant;
  canOpen: boolean;
  opening: string | null;
  onOpen: () => void;
  children: ReactNode;
}

function Row({ tenant, canOpen, opening, onOpen, children }: RowProps) {
  const { school_name, host, is_organization, classes, students } = tenant;
  return (
    <CardRow
      actions={
        <>
          {canOpen && host !== null && <OpenSchoolButton school={tenant} opening={opening} onOpen={onOpen} />}
          {children}
        </>
      }
    >
      <Text fw={600} size="lg" dir="auto">
        {school_name}
      </Text>
      <Text c="dimmed">
        {is_organization
          ? 'Organization'
          : `${counted(classes, 'class', 'classes')} · ${counted(students, 'student')}`}
      </Text>
      <Text c="dimmed" size="sm">
        {host ?? 'No address yet'}
      </Text>
    </CardRow>
  );
}

/** The schools of an organization, or all tenants of the platform, and the way into each. */
export function TenantsScreen({
  title,
  noun = ['school', 'schools'],
  actions,
  above,
  renderActions,
  api = apiClient,
  onOpen = leaveFor,
}: TenantsScreenProps) {
  const user = useUser();
  const list = useListState(keys, byName);
  const { q, page, search } = list;
  const { opening, switchingTo, open } = useOpenSchool(api, onOpen);
  const answer = useList(api, visitEndpoints.list, { page, size: pageSize }, { search: q });
  const { status, value, isGone, busy, reload } = answer;
  const pages = usePages(answer, list, pageSize);

  const isMissing = status === 'unreachable' || status === 'failed';
  const isEmpty = value?.count === 0 && q === '' && !busy;
  return (
    <Screen title={title} actions={actions}>
      {switchingTo !== null && <SwitchingOverlay to={switchingTo} />}
      {above}
      {!isEmpty && (!isMissing || q !== '') && (
        // Without an answer too: what was typed stays.
        <SearchField label="Search schools" value={q} onSearch={search} quiet={limits.searchDebounce} />
      )}
      {isMissing && (
        <AnswerMissing status={status} busy={busy} isGone={isGone} {...missing} onRetry={reload} />
      )}
      {isEmpty && (
        <EmptyState
          picture={<EmptyShelfIllustration />}
          title="There are no schools yet"
          text={
            user?.role === 'organization_admin'
              ? 'Invite the first one. It is here as soon as it says yes.'
              : 'A school is here as soon as it has registered.'
          }
        />
      )}
      {!isMissing && !isEmpty && value === null && <WaitingCards />}
      {value !== null && value.count === 0 && q !== '' && (
        <NothingMatches noun="schools" search={q} onClear={() => search('')} />
      )}
      {value !== null && value.count > 0 && (
        <>
          <CardList label={title} busy={busy}>
            {value.results.map((tenant) => (
              <Row
                key={tenant.id}
                tenant={tenant}
                // A guest goes home first; the server says so too.
                canOpen={!user?.visiting}
                opening={opening}
                onOpen={() => void open(tenant)}
              >
                {renderActions?.(tenant, reload)}
              </Row>
            ))}
          </CardList>
          <Pager
            page={page}
            pages={pages}
            pageSize={pageSize}
            count={value.count}
            noun={noun}
            onPage={list.goTo}
          />
        </>
      )}
    </Screen>
  );
}
