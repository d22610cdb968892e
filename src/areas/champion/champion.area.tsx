import '#src/ui/classroom-styles.ts';
import { Suspense, type ReactNode } from 'react';
import { useRoutes } from 'react-router-dom';
import { useUser } from '#src/session/use-session.ts';
import { routesOf } from '../page-table.tsx';
import { championParentPages, championTeacherPages } from './champion.pages.tsx';

/** `/champion`: what somebody does here who helps the platform for a while. Nobody else has such a page. */
export function ChampionArea({ notFound }: { notFound: ReactNode }) {
  const champion = useUser()?.champion;
  const pages = champion === 'teacher' ? championTeacherPages : championParentPages;
  const page = useRoutes(routesOf(pages, notFound));
  return champion === undefined ? notFound : <Suspense fallback={null}>{page}</Suspense>;
}
