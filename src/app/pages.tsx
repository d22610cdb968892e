import { Suspense } from 'react';
import { matchRoutes, useRoutes } from 'react-router-dom';
import { routesOf } from '#src/areas/page-table.tsx';
import { fetchPage, lazyPage } from '#src/session/late-code.ts';
import { Shell } from './shell/shell.tsx';
import { notFound, sitePages } from './site.pages.tsx';

const UnknownHost = lazyPage(
  async () => (await import(/* part: aside */ './unknown-host.screen.tsx')).UnknownHostScreen,
);

/** At an address that belongs to no school, all pages are one. */
export function NobodysPage() {
  return (
    <Suspense fallback={null}>
      <UnknownHost />
    </Suspense>
  );
}

const routes = [{ element: <Shell />, children: routesOf(sitePages, notFound) }];

export function Pages() {
  return useRoutes(routes);
}

/** Asks for the code of the page at an address, which takes as long as asking whose address it is: both go together. */
export function fetchPageAt(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) fetchPage(route.element);
}
