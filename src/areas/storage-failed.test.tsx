import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { ClassList } from './classroom.tsx';
import { TeacherHomePage } from './office/teacher-home.page.tsx';
import { StudentArea } from './student.area.tsx';
import { BookMaking, ChapterEditing, GuidedWriting, WritingOnOneScreen } from './writing/writing.area.tsx';

const blocked = new DOMException('The operation is insecure.', 'SecurityError');
const broken = new DOMException('Internal error opening backing store', 'UnknownError');

const schoolAnswers = (answers: ConstructorParameters<typeof FakeSchoolServer>[0]) =>
  new FakeSchoolServer(answers);

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  useSessionStore.setState({ user: sampleProfile() });
  schoolAnswers({});
});

describe('where the storage of the browser cannot be opened', () => {
  it.each([
    ['a story in steps', <GuidedWriting key="page" />, 'your stories'],
    ['a story on one screen', <WritingOnOneScreen key="page" />, 'your stories'],
    ['the chapters of a story', <ChapterEditing key="page" />, 'your stories'],
    ['books', <BookMaking key="page" />, 'your books'],
    ['the page of a child', <StudentArea key="page" />, 'your work'],
    ['the classes', <ClassList key="page" />, 'your classes'],
    ['the home of a teacher', <TeacherHomePage key="page" />, 'your classes'],
  ])('the page of %s says so once, and what to do', async (_name, page, what) => {
    renderScreen(page, { storageError: broken });
    const notes = await screen.findAllByRole('alert');
    expect(notes).toHaveLength(1);
    expect(notes[0]?.textContent).toContain(`This browser cannot keep ${what}`);
    expect(notes[0]?.textContent).toContain('load again');
    expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy();
  });

  it('blocked cookies are named', async () => {
    renderScreen(<GuidedWriting />, { storageError: blocked });
    expect(await screen.findByText(/Cookies and site data are blocked/u)).toBeTruthy();
  });

  it('nobody is promised that their work is kept', async () => {
    const failed = renderScreen(<StudentArea />, { storageError: broken });
    await screen.findByText('Then the next child can sign in.');
    expect(screen.queryByText(/kept safe/u)).toBeNull();
    failed.unmount();
    renderScreen(<StudentArea />);
    await screen.findByText('Then the next child can sign in. What you made is kept safe.');
  });
});
