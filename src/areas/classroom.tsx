import '#src/ui/classroom-styles.ts';
import { Suspense, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { seesWholeSchool } from '#contract/kit/roles.ts';
import type { Student } from '#contract/students/students.schema.ts';
import { AddStudentsButton } from '#src/features/students/add-students.button.tsx';
import { ClassRoster } from '#src/features/students/class-roster.tsx';
import { MoveButton, MoveMenuItem } from '#src/features/students/move-students.buttons.tsx';
import type { Moving } from '#src/features/students/move-students.dialog.tsx';
import { ClassDetailsScreen } from '#src/features/classes/class-details.screen.tsx';
import { ClassListScreen } from '#src/features/classes/class-list.screen.tsx';
import { lazyPage, lazyWithRetry } from '#src/session/late-code.ts';
import { useUser } from '#src/session/use-session.ts';
import { useDialog } from '#src/ui/use-dialog.ts';
import { ClassOfficePlace } from './class-office-place.tsx';
import { PageGate } from './page-gate.tsx';

/** For what shows rows of the device. */
export function Gate({ title = 'Classes', children }: { title?: string; children: ReactNode }) {
  return (
    <PageGate title={title} what="your classes">
      {children}
    </PageGate>
  );
}

const office = () => import('./office/classes.page.tsx');
const ClassListOffice = lazyWithRetry(async () => (await office()).ClassListOffice);
const ClassOffice = lazyWithRetry(async () => (await office()).ClassOffice);
const ArchivedClassOffice = lazyWithRetry(async () => (await office()).ArchivedClassOffice);
const PickedCards = lazyWithRetry(async () => (await office()).PickedCards);
const RosterOffice = lazyWithRetry(async () => (await office()).RosterOffice);
const ArchivedClassesPage = lazyPage(async () => (await office()).ArchivedClassesPage);

interface ClassListProps {
  /** Where else one can go from here. */
  actions?: ReactNode;
  /** True where it is the list of the school, with what is done to all of it at once. */
  ofSchool?: boolean;
}

/** The person's classes; for those who see the whole school also what is done to its classes, and those that ended. */
export function ClassList({ actions, ofSchool = false }: ClassListProps) {
  const [address] = useSearchParams();
  const user = useUser();
  const isOffice = user !== null && seesWholeSchool(user.role);
  return (
    <Gate>
      {isOffice && address.get('show') === 'archived' ? (
        <ArchivedClassesPage />
      ) : (
        <ClassListScreen
          actions={
            <>
              {actions}
              {isOffice && (
                <Suspense fallback={null}>
                  <ClassListOffice ofSchool={ofSchool} />
                </Suspense>
              )}
            </>
          }
        />
      )}
    </Gate>
  );
}

/** The list is the school's and needs the network anyway, so its page is fetched by those who go there. */
const TabletsPage = lazyPage(async () => (await import('./office/tablets.page.tsx')).TabletsPage);

export function Tablets({ breadcrumb }: { breadcrumb?: ReactNode }) {
  return (
    <Gate title="Tablets">
      <TabletsPage breadcrumb={breadcrumb} />
    </Gate>
  );
}

/** The students of a class, and what only staff do with them. */
function Roster({ schoolClass }: { schoolClass: SchoolClass }) {
  const card = useDialog<Student>();
  const moving = useDialog<Moving>();
  return (
    <>
      <ClassRoster
        schoolClass={schoolClass}
        more={{
          onLoginCard: card.open,
          // With the menu: what came into it later would move the others away from under a finger.
          moreActions: (student, letGo) => (
            <MoveMenuItem onClick={() => moving.open({ students: [student], letGo })} />
          ),
          moreInBulk: (students, letGo) => (
            <>
              <MoveButton onClick={() => moving.open({ students, letGo })} />
              {students.every(({ archived_at }) => archived_at === null) && (
                <Suspense fallback={null}>
                  <PickedCards schoolClass={schoolClass} students={students} />
                </Suspense>
              )}
            </>
          ),
        }}
      />
      <Suspense fallback={null}>
        <RosterOffice card={card} moving={moving} />
      </Suspense>
    </>
  );
}

const ImportPage = lazyPage(async () => (await import('./office/import.page.tsx')).ImportPage);

/** One class, named by the query; an address that has it in its path is understood as well. */
export function ClassDetails() {
  const [address] = useSearchParams();
  const { classId = '' } = useParams();
  const id = address.get('id') ?? classId;
  const isImport = address.has('import');
  return (
    <Gate>
      <ClassDetailsScreen
        // Another class is another page: nothing typed or opened on the last one stays.
        key={id}
        id={id}
        actions={(schoolClass) =>
          schoolClass.archived_at === null && (
            <>
              <AddStudentsButton schoolClass={schoolClass} />
              <Suspense fallback={<ClassOfficePlace />}>
                <ClassOffice schoolClass={schoolClass} />
              </Suspense>
            </>
          )
        }
        instead={isImport ? (schoolClass) => <ImportPage schoolClass={schoolClass} /> : null}
        roster={(schoolClass) =>
          schoolClass.archived_at === null ? (
            <Roster schoolClass={schoolClass} />
          ) : (
            <Suspense fallback={null}>
              <ArchivedClassOffice schoolClass={schoolClass} />
            </Suspense>
          )
        }
      />
    </Gate>
  );
}
