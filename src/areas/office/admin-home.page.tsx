import { ToDoList } from '#src/features/dashboard/to-do-list.tsx';
import { useSchoolDashboard } from '#src/features/dashboard/use-school-dashboard.ts';
import { HeldMediaNotice } from '#src/features/dashboard/held-media.notice.tsx';
import { dashboardPlaces } from './dashboard-places.ts';
import styles from '../home.module.css';

/** What those find on `/` who run the school: what needs doing, as far as the device knows. */
export function AdminHomePage() {
  const { shown } = useSchoolDashboard();
  return (
    shown && (
      <div className={styles.section}>
        <ToDoList counts={shown.to_do} places={dashboardPlaces.toDo} />
        <HeldMediaNotice />
      </div>
    )
  );
}
