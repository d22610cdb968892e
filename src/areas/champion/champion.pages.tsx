import { paths } from '#contract/kit/paths.ts';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { OwnRightsScreen } from '#src/features/champions/own-rights.screen.tsx';
import { Suggesting } from '#src/features/champions/suggesting.tsx';
import { lazyPage } from '#src/session/late-code.ts';
import { ParentLink, type PageTable } from '../page-table.tsx';
import { Drafting } from './drafting.tsx';

const EditedPages = lazyPage(
  async () => (await import('#src/features/edited-pages/edited-pages.screen.tsx')).EditedPagesScreen,
);
const PageEditor = lazyPage(async () => (await import('../panel/page-editor.page.tsx')).PageEditorPage);
const Resources = lazyPage(async () => (await import('./champion-resources.page.tsx')).ChampionResourcesPage);

const home = { at: paths.champion, name: 'My page' };

/** `/champion` of a superpower teacher. */
export const championTeacherPages: PageTable = {
  under: paths.champion,
  rows: [
    {
      ...home,
      element: (
        <OwnRightsScreen>
          <Drafting />
        </OwnRightsScreen>
      ),
    },
    {
      at: publicPaths.championPages,
      parent: paths.champion,
      element: <EditedPages editor="champion" breadcrumb={<ParentLink />} />,
    },
    {
      at: publicPaths.championPage,
      parent: publicPaths.championPages,
      element: <PageEditor editor="champion" />,
    },
    { at: panelPaths.championResources, parent: paths.champion, element: <Resources /> },
  ],
};

/** `/champion` of a superpower parent. */
export const championParentPages: PageTable = {
  under: paths.champion,
  rows: [
    {
      ...home,
      element: (
        <OwnRightsScreen>
          <Suggesting />
        </OwnRightsScreen>
      ),
    },
  ],
};
