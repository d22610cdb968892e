import { publicPaths } from '#contract/kit/public-paths.ts';
import { EditedPagesScreen } from '#src/features/content-editing/edited-pages.screen.tsx';

/** Public pages for those who look after them. */
export function EditedPagesPage({ isSchool = false }: { isSchool?: boolean }) {
  const page = isSchool ? publicPaths.schoolPage : publicPaths.platformPage;
  return <EditedPagesScreen isSchool={isSchool} editHref={(id, language) => page({ id, language })} />;
}
