import { publicPaths } from '#contract/kit/public-paths.ts';
import { EditedPagesScreen } from '#src/features/edited-pages/edited-pages.screen.tsx';

/** Public pages for those who look after them. */
export function EditedPagesPage({ editor = 'platform' }: { editor?: 'platform' | 'school' }) {
  const page = editor === 'school' ? publicPaths.schoolPage : publicPaths.platformPage;
  return <EditedPagesScreen editor={editor} editHref={(id, language) => page({ id, language })} />;
}
