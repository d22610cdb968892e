import { addressOf } from '#contract/content/content.rules.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { CertificateButton } from '#src/features/certificates/certificate.button.tsx';
import { ClassProgressScreen } from '#src/features/learning/class-progress.screen.tsx';
import { CourseClasses } from '#src/features/learning/course-classes.tsx';
import { EventJoin } from '#src/features/learning/event-join.tsx';
import { EventReminder } from '#src/features/learning/event-reminder.tsx';
import { useClassesByName } from '#src/features/students/use-classes-by-name.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { StorageFailed } from '#src/ui/storage-failed.tsx';
import { PageGate } from '../page-gate.tsx';

function OwnClasses({ course }: { course: ContentCard }) {
  const classes = useClassesByName();
  return <CourseClasses course={course} classes={classes} />;
}

/** On the page of a course or a challenge, for the staff. */
export function CourseClassesPart({ course }: { course: ContentCard }) {
  return (
    <ReplicaGate failed={(error) => <StorageFailed what="your classes" error={error} />}>
      <OwnClasses course={course} />
    </ReplicaGate>
  );
}

/** On the page of an event, for the staff. */
export function EventStaffPart({ event }: { event: ContentCard }) {
  return (
    <>
      <EventJoin event={event} />
      <ReplicaGate failed={(error) => <StorageFailed what="your reminders" error={error} />}>
        <EventReminder event={event} />
      </ReplicaGate>
    </>
  );
}

function Progress({ course, classId }: { course: ContentCard; classId: string }) {
  const name = useClassesByName().find(({ id }) => id === classId)?.name ?? 'a class';
  const { id, kind, title } = course;
  return (
    <ClassProgressScreen
      key={classId}
      classId={classId}
      className={name}
      course={{ id, kind, title, href: addressOf(course) }}
      certificate={
        kind === 'course'
          ? (child) => (
              <CertificateButton
                form={{ kind: 'course', page_id: id, user_id: child.id }}
                label="Certificate"
                from={`How far they are: ${name}`}
                name={`Certificate of ${child.first_name}`}
                size="compact-md"
              />
            )
          : undefined
      }
    />
  );
}

/** In the place of a course or a challenge, for the staff: how far a class is in it. */
export function ClassProgressPage(props: { course: ContentCard; classId: string }) {
  return (
    <PageGate title="How far they are" what="your classes">
      <Progress {...props} />
    </PageGate>
  );
}
