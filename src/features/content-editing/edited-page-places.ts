import { publicPaths } from '#contract/kit/public-paths.ts';
import type { PageEditing } from './edited-pages.words.ts';

interface EditedPagePlaces {
  list: () => string;
  /** One of them; in English without a language. */
  page: (values: { id: string; language?: string | undefined }) => string;
}

/** Where public pages are listed and written, by who does so. */
export const editedPagePlaces: Readonly<Record<PageEditing, EditedPagePlaces>> = {
  platform: { list: publicPaths.platformContent, page: publicPaths.platformPage },
  school: { list: publicPaths.schoolContent, page: publicPaths.schoolPage },
  champion: { list: publicPaths.championPages, page: publicPaths.championPage },
};
