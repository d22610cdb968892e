import { screen } from '@testing-library/react';
import type { Student } from '#contract/students/students.schema.ts';
import { ClassRoster } from '#src/features/students/class-roster.tsx';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';

export function names() {
  return screen.getAllByRole('rowheader').map((cell) => cell.textContent);
}

export type Rendered = ReturnType<ReturnType<typeof rosterOfFile>['showRoster']>;

export async function choose(user: Rendered['user'], role: 'menuitem' | 'menuitemradio', name: string) {
  await user.click(screen.getByRole('button', { name: 'Actions for Zoë Fern' }));
  await user.click(await screen.findByRole(role, { name }));
}

/** The roster of a class for the tests of one file. */
export function rosterOfFile() {
  const maple = sampleClass();

  function showRoster(students: readonly Student[], address = '/') {
    const replica = new FakeReplica();
    replica.putClass(maple, students);
    return renderScreen(<ClassRoster schoolClass={maple} />, { replica, address });
  }

  function manyStudents(count: number) {
    return Array.from({ length: count }, (_, index) =>
      sampleStudent(maple, { first_name: 'Child', last_name: `${index + 1}`, username: `owl-${index}` }),
    );
  }

  return { maple, showRoster, manyStudents };
}
