import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Student } from '#contract/students/students.schema.ts';
import { CardSchool, TestPaper } from '#tests/support/card-school.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleNewCard } from '#tests/support/screen-samples.ts';
import { PrintCardsButton } from './print-cards.button.tsx';
import { cardsOfStudents } from './print-cards.ts';

const maple = { id: '018f0000-0000-7000-8000-00000000000a', class_id: 'MAPXE247', name: 'Maple' };
const cedar = { id: '018f0000-0000-7000-8000-00000000000b', class_id: null, name: 'Cedar' };

type Picked = Pick<Student, 'id' | 'stu_class'>;
const [ada, ben, zoe, none]: Picked[] = [
  { id: '018f0000-0000-7000-8000-000000000001', stu_class: cedar },
  { id: '018f0000-0000-7000-8000-000000000002', stu_class: maple },
  { id: '018f0000-0000-7000-8000-000000000003', stu_class: cedar },
  { id: '018f0000-0000-7000-8000-000000000004', stu_class: null },
];

it('prints students of several classes into one file, in the order of the list', async () => {
  const school = new CardSchool();
  // Each class is answered with the same cards here: what counts is for whom it was asked.
  school.newCards = [ben, ada].map((student, number) =>
    sampleNewCard({ student_id: student?.id ?? '', username: `child-${number}` }),
  );
  const paper = new TestPaper();
  const cards = cardsOfStudents([ada, ben, zoe, none].flatMap((student) => student ?? []));
  if (!cards) throw new Error('There is nothing to print.');
  const { user } = renderScreen(
    <PrintCardsButton cards={cards} api={school} paper={paper}>
      Print cards (3)
    </PrintCardsButton>,
    { replica: new FakeReplica() },
  );
  await user.click(screen.getByRole('button', { name: 'Print cards (3)' }));
  await waitFor(() => expect(paper.saved).toEqual(['Students_LoginDetails.pdf']));
  expect(school.asked.flatMap(([name, input]) => (name === 'cards.issueForClass' ? [input] : []))).toEqual([
    { params: { classId: cedar.id }, body: { limit: 500, offset: 0, student_ids: [ada?.id, zoe?.id] } },
    { params: { classId: maple.id }, body: { limit: 500, offset: 0, student_ids: [ben?.id] } },
  ]);
  expect(paper.drawn).toEqual(['child-1', 'child-1', 'child-0', 'child-0']);
  expect(screen.getByText('4 cards. Cards printed before stay good.')).toBeTruthy();
});

it('names the file after the class where all are of one, and prints nothing for those in none', () => {
  const students = [ada, zoe, none].flatMap((student) => student ?? []);
  expect(cardsOfStudents(students)).toMatchObject({
    whose: 'Cedar',
    fileName: 'Class_Cedar_LoginDetails.pdf',
    classes: [{ only: [ada?.id, zoe?.id] }],
  });
  expect(cardsOfStudents(none ? [none] : [])).toBeNull();
});
