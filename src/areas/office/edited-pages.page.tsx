import { EditedPagesScreen } from '#src/features/content-editing/edited-pages.screen.tsx';

/** Public pages for those who look after them. */
export function EditedPagesPage({ isSchool = false }: { isSchool?: boolean }) {
  return <EditedPagesScreen isSchool={isSchool} />;
}
