import { Skeleton, Title } from '@mantine/core';
import { useMemo } from 'react';
import { countryName, isCountryCode } from '#contract/kit/countries.ts';
import { limits } from '#contract/kit/limits.ts';
import { shelfEndpoints } from '#contract/shelves/shelves.endpoints.ts';
import type { OpenShelf } from '#contract/shelves/shelves.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { counted } from '#src/lib/counted.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptList } from '#src/session/use-kept-list.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { KeptNote } from '#src/ui/kept-note.tsx';
import { ListFilter } from '#src/ui/list-filters.tsx';
import { ListFrame } from '#src/ui/list-frame.tsx';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { SchoolLogo } from '#src/ui/school-logo.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { libraryOf } from './shelf.rules.ts';
import styles from './shelves.module.css';

const pageSize = 24;

function useShelves(api: ApiClient) {
  const [address, setAddress] = useAddress();
  const search = address.get('search') ?? '';
  const asked = address.get('country');
  const country = asked !== null && isCountryCode(asked) ? asked : null;
  const page = Math.max(1, Math.floor(Number(address.get('page'))) || 1);
  const answer = useKeptList(
    api,
    shelfEndpoints.list,
    { name: 'open shelves', page, size: pageSize },
    { search, ...(country !== null && { country }) },
  );
  const change = (parts: { search?: string; country?: string | null; page?: number }) =>
    setAddress(
      withParts({
        ...(parts.search !== undefined && { search: parts.search || null }),
        ...(parts.country !== undefined && { country: parts.country }),
        page: parts.page === undefined || parts.page === 1 ? null : String(parts.page),
      }),
      { preventScrollReset: parts.page === undefined },
    );
  return { search, country, page, answer, change };
}

function Shelf({ shelf, href }: { shelf: OpenShelf; href: string }) {
  const { school_name, logo, country, works } = shelf;
  return (
    <li className={styles.shelf}>
      <SchoolLogo name={school_name} logo={logo} size={64} />
      <div>
        <Title order={2} size="h4">
          <a href={href} className={styles.whole}>
            <bdi>{school_name}</bdi>
          </a>
        </Title>
        <p>
          {country !== null && `${countryName(country)} · `}
          {counted(works, 'book or story', 'books and stories')}
        </p>
      </div>
    </li>
  );
}

/** Schools that show their public books, each with the way to its library. */
export function OpenShelves({ api = apiClient }: { api?: ApiClient }) {
  const { search, country, page, answer, change } = useShelves(api);
  const { value, as_of, reload, busy } = answer;
  const { tenant } = useTenant();
  const { protocol, port, hostname } = window.location;
  const site = { protocol, port, platformHost: tenant?.platform_host ?? hostname };
  const known = value?.countries;
  const countries = useMemo(
    () => known?.map((code) => ({ value: code, label: countryName(code) })) ?? [],
    [known],
  );
  const isNarrowed = search !== '' || country !== null;
  const showAll = () => change({ search: '', country: null });
  return (
    <section className={styles.list} aria-label="Libraries of schools" aria-busy={busy}>
      {as_of !== null && <KeptNote asOf={as_of} onRetry={reload} busy={busy} />}
      <ListFrame
        search={{
          label: 'Search schools',
          value: search,
          onSearch: (text) => change({ search: text }),
          quiet: limits.searchDebounce,
        }}
        filters={
          <ListFilter
            label="Country"
            any="Any country"
            value={country}
            choices={countries}
            onChange={(next) => change({ country: next })}
          />
        }
        narrowed={country !== null && value?.results.length !== 0}
        onShowAll={showAll}
        answer={answer}
        failed="The libraries could not be fetched"
        unreachable={`The libraries of schools show up here ${asSoonAsReached}.`}
        pager={
          value !== null &&
          value.count > 0 && (
            <Pager
              page={page}
              pages={Math.ceil(value.count / pageSize)}
              pageSize={pageSize}
              count={value.count}
              noun={['school', 'schools']}
              onPage={(next) => change({ page: next })}
            />
          )
        }
      >
        {value === null ? (
          <Skeleton height={240} role="status" aria-label="Loading" />
        ) : value.results.length === 0 ? (
          isNarrowed ? (
            <NothingMatches noun="schools" search={search} isFiltered={country !== null} onClear={showAll} />
          ) : (
            <EmptyState
              picture={<EmptyShelfIllustration />}
              title="No open shelves yet"
              text="When a school shows its public books, it stands here."
            />
          )
        ) : (
          <ul className={styles.shelves}>
            {value.results.map((shelf) => (
              <Shelf key={shelf.id} shelf={shelf} href={libraryOf(shelf, site)} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}
