import { publicPaths } from '../kit/public-paths.ts';

/** Who looks after public pages: of all schools, of one, or those that they began. */
export type PageEditing = 'platform' | 'school' | 'champion';

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
