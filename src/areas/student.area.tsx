import '#src/ui/classroom-styles.ts';
import { useSearchParams } from 'react-router-dom';
import { OwnPage } from './own-page.tsx';
import { drawPage, pageOfOption } from './page-table.tsx';
import { studentPages } from './student.pages.tsx';

/**
 * `/dashboard` of a child: whose page this is, what waits, what is the child's own, and the way to let the next child have
 * the tablet. `?option=` names one list of it.
 */
export function StudentArea() {
  const [address] = useSearchParams();
  const row = pageOfOption(studentPages, address.get('option'), 'student');
  return row ? drawPage(studentPages, row) : <OwnPage />;
}
