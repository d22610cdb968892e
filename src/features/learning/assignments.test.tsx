import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClassProgress } from '#contract/learning/assignments.schema.ts';
import { sayDate } from '#src/lib/days.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleOwnWork, sampleProfile } from '#tests/support/screen-samples.ts';
import { columnsOf } from './class-progress.columns.tsx';
import { ClassProgressScreen } from './class-progress.screen.tsx';
import { CourseClasses } from './course-classes.tsx';
import { FromTeacher } from './from-teacher.tsx';
import { heightOfTasks, keepHeightOfTasks } from './tasks-height.ts';

const pageId = '01900000-0000-7000-8000-0000000000c1';
const maple = sampleClass();

const answering = (answer: unknown): ApiClient => ({
  call: async () => {
    if (answer instanceof Error) throw answer;
    return answer as never;
  },
});

let replica: FakeReplica;
beforeEach(() => {
  replica = new FakeReplica();
  replica.putClass(maple, []);
  useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready', user: sampleProfile() });
});

describe('the classes of a course', () => {
  const show = (classes = [maple]) =>
    renderScreen(
      <CourseClasses course={{ id: pageId, kind: 'course', slug: 'x', parent: null }} classes={classes} />,
      { replica },
    );

  it('are set with a last day and taken back, both as queued calls', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Set for a class' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Last day'), '2199-01-31');
    await user.click(dialog.getByRole('button', { name: 'Set for this class' }));
    expect(await screen.findByText(new RegExp(`until ${sayDate('2199-01-31')}`, 'u'))).toBeTruthy();
    const way = screen.getByRole('link', { name: 'How far they are: Maple' });
    expect(way.getAttribute('href')).toBe(`/courses/x?class=${maple.id}`);
    await user.click(await screen.findByRole('button', { name: 'Take it back from Maple' }));
    expect(screen.queryByText(/until/u)).toBeNull();
    const params = { classId: maple.id, pageId };
    expect(replica.queued).toEqual([
      ['learning.assign', { params, body: { is_set: true, due: '2199-01-31' } }],
      ['learning.assign', { params, body: { is_set: false } }],
    ]);
  });

  it('get no last day that is over', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Set for a class' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Last day'), '2020-01-01');
    await user.click(dialog.getByRole('button', { name: 'Set for this class' }));
    expect(await dialog.findByText('Please choose today or a later day')).toBeTruthy();
    expect(replica.queued).toEqual([]);
  });

  it('are asked for where there are several, and not offered where there are none', async () => {
    const birch = sampleClass({ id: '01900000-0000-7000-8000-0000000000b1', name: 'Birch' });
    const { user, unmount } = show([birch, maple]);
    await user.click(screen.getByRole('button', { name: 'Set for a class' }));
    await user.click(await screen.findByRole('button', { name: 'Set for this class' }));
    expect(await screen.findByText('Please choose a class')).toBeTruthy();
    expect(replica.queued).toEqual([]);
    unmount();
    show([]);
    expect(screen.queryByText('Your classes')).toBeNull();
  });
});

const progress: ClassProgress = {
  count: 2,
  next: null,
  page: { id: pageId, kind: 'course', slug: 'be-the-change', parent: null, title: 'Be the change' },
  is_set: true,
  due: '2026-11-20',
  lessons: [
    { id: '01900000-0000-7000-8000-0000000000d1', title: 'Choose a goal' },
    { id: '01900000-0000-7000-8000-0000000000d2', title: 'Ask around' },
  ],
  results: [
    {
      id: '01900000-0000-7000-8000-0000000000e1',
      first_name: 'Zoë',
      last_name: 'Fern',
      finished: ['01900000-0000-7000-8000-0000000000d1'],
      last_done_at: '2026-11-19T10:00:00.000Z',
      help: 'behind',
      entry: null,
    },
    {
      id: '01900000-0000-7000-8000-0000000000e2',
      first_name: 'Bo',
      last_name: 'Hill',
      finished: [],
      last_done_at: null,
      help: 'not_begun',
      entry: null,
    },
  ],
};

describe('how far a class is', () => {
  const show = (answer: unknown) =>
    renderScreen(
      <ClassProgressScreen
        classId={maple.id}
        className="Maple"
        course={{ id: pageId, kind: 'course', title: 'Be the change', href: '/courses/be-the-change' }}
        api={answering(answer)}
      />,
      { replica },
    );

  it('is told of each child, with who may need help', async () => {
    show(progress);
    const zoe = within(await screen.findByRole('row', { name: /Zoë Fern/u }));
    expect(zoe.getByText('1 of 2')).toBeTruthy();
    expect(zoe.getByRole('link', { name: 'Zoë Fern' }).getAttribute('href')).toBe(
      `/dashboard?option=Teacher%20Dashboard&id=${maple.id}&q=Zo%C3%AB%20Fern`,
    );
    expect(zoe.getByText('Late')).toBeTruthy();
    expect(zoe.getAllByText(', finished')).toHaveLength(1);
    const bo = within(screen.getByRole('row', { name: /Bo Hill/u }));
    expect(bo.getByText('Never')).toBeTruthy();
    expect(bo.getByText('Not begun')).toBeTruthy();
    expect(
      screen.getByText(`Set, until ${sayDate('2026-11-20')}. 1 of 2 have begun. 2 children may need help`),
    ).toBeTruthy();
  });

  it('says of a challenge who has begun and who has handed in, and nothing of lessons', async () => {
    const [zoe, bo] = progress.results;
    if (!zoe || !bo) throw new Error('two children');
    show({
      ...progress,
      page: { ...progress.page, kind: 'challenge', slug: 'ten-litres', title: 'Ten litres' },
      lessons: [],
      results: [
        { ...zoe, finished: [], entry: 'handed_in', help: null },
        { ...bo, entry: null },
      ],
    });
    const first = within(await screen.findByRole('row', { name: /Zoë Fern/u }));
    expect(first.getByText('Handed in')).toBeTruthy();
    const second = within(screen.getByRole('row', { name: /Bo Hill/u }));
    expect(second.getAllByText('Not begun')).toHaveLength(2);
    expect(screen.getByText(/1 of 2 have begun, 1 handed in\. 1 child may need help$/u)).toBeTruthy();
    expect(screen.queryByText('Lessons')).toBeNull();
  });

  it.each([640, 768, 900])('has room for the names of children in a table of %i pixels', (room) => {
    const { page, lessons } = progress;
    const columns = columnsOf({
      page,
      lessons,
      now: new Date(),
      classId: 'c',
      certificate: () => null,
    });
    const shown = columns.filter(({ heading, hideUnder = 0 }) => !heading && room >= hideUnder);
    const taken = shown.reduce((sum, { width = '' }) => sum + Number.parseInt(width, 10), 0);
    expect(room - taken).toBeGreaterThan(160);
  });

  it('says where nobody is in the class', async () => {
    show({ ...progress, count: 0, results: [] });
    expect(await screen.findByText('Nobody is in this class yet')).toBeTruthy();
  });

  it('says why it is missing', async () => {
    show(new NoNetworkError('none', false));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('what a child is to do', () => {
  const page = { ...progress.page, due: '2199-01-31', lessons: progress.lessons.map(({ id }) => ({ id })) };

  it('leads to each course, with its last day', async () => {
    renderScreen(<FromTeacher api={answering({ results: [page] })} />, { replica });
    const link = await screen.findByRole('link', { name: /Be the change/u });
    expect(link.getAttribute('href')).toBe('/courses/be-the-change');
    expect(within(link).getByText(`Until ${sayDate('2199-01-31')}`)).toBeTruthy();
    expect(await within(link).findByText('0 of 2 lessons finished')).toBeTruthy();
  });

  it('says how far the child is with a challenge', async () => {
    const challenge = { ...page, kind: 'challenge', slug: 'ten-litres', title: 'Ten litres', lessons: [] };
    replica.putStory(sampleOwnWork({ challenge: challenge.id, state: 'submitted' }));
    renderScreen(<FromTeacher api={answering({ results: [challenge] })} />, { replica });
    const link = await screen.findByRole('link', { name: /Ten litres/u });
    expect(link.getAttribute('href')).toBe('/challenges/ten-litres');
    expect(within(link).getByText('You handed it in.')).toBeTruthy();
  });

  it('has a place kept for it the next time, until it is known that nothing is set', async () => {
    keepHeightOfTasks(120);
    const { container, unmount } = renderScreen(
      <FromTeacher api={answering(new Promise(() => undefined))} />,
      {
        replica,
      },
    );
    expect(container.querySelector<HTMLElement>('[style*="min-height"]')?.style.minHeight).toBe('120px');
    unmount();
    renderScreen(<FromTeacher api={answering({ results: [] })} />, { replica });
    await act(async () => undefined);
    expect(heightOfTasks()).toBe(0);
  });

  it('is not spoken of where nothing is set', async () => {
    const { container } = renderScreen(<FromTeacher api={answering({ results: [] })} />, { replica });
    await act(async () => undefined);
    expect(container.textContent).not.toContain('From your teacher');
  });
});
