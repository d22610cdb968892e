import '#src/ui/classroom-styles.ts';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { paths } from '#contract/kit/paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { OwnRightsScreen } from '#src/features/champions/own-rights.screen.tsx';
import { Suggesting } from '#src/features/champions/suggesting.tsx';
import { useUser } from '#src/session/use-session.ts';
import { BackLink } from '#src/ui/back-link.tsx';

const EditedPagesScreen = lazy(async () => ({
  default: (await import('#src/features/edited-pages/edited-pages.screen.tsx')).EditedPagesScreen,
}));
const PageEditorPage = lazy(async () => ({
  default: (await import('./office/page-editor.page.tsx')).PageEditorPage,
}));

const ChampionResourcesPage = lazy(async () => ({
  default: (await import('./office/champion-resources.page.tsx')).ChampionResourcesPage,
}));

function Drafting() {
  return (
    <Group gap="sm">
      <Button component={Link} to={publicPaths.championPages()}>
        My pages
      </Button>
      <Button component={Link} to={panelPaths.championResources()} variant="default">
        My resources
      </Button>
    </Group>
  );
}

function Pages() {
  return (
    <EditedPagesScreen editor="champion" breadcrumb={<BackLink to={paths.champion()}>My page</BackLink>} />
  );
}

/** `/champion`: what somebody does here who helps the platform for a while. Nobody else has such a page. */
export function ChampionArea({ notFound }: { notFound: ReactNode }) {
  const champion = useUser()?.champion;
  if (champion === undefined) return notFound;
  const isTeacher = champion === 'teacher';
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route
          index
          element={<OwnRightsScreen>{isTeacher ? <Drafting /> : <Suggesting />}</OwnRightsScreen>}
        />
        <Route path="pages" element={isTeacher ? <Pages /> : notFound} />
        <Route path="pages/:id" element={isTeacher ? <PageEditorPage editor="champion" /> : notFound} />
        <Route path="resources/:id?" element={isTeacher ? <ChampionResourcesPage /> : notFound} />
        <Route path="*" element={notFound} />
      </Routes>
    </Suspense>
  );
}
