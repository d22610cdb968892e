import { EditedPagesScreen } from '#src/features/edited-pages/edited-pages.screen.tsx';

/** Public pages for those who look after them. */
export function EditedPagesPage({ editor = 'platform' }: { editor?: 'platform' | 'school' }) {
  return <EditedPagesScreen editor={editor} />;
}
