import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setupSteps, type SetupAnswer, type SetupStep } from '#contract/dashboard/setup.schema.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SetupSection } from './setup.section.tsx';

const placesOf = (classId: string | null) => ({
  brand: '/profile',
  students: classId === null ? '/classes' : `/class/${classId}`,
});

function answer(done: readonly SetupStep[], is_hidden = false): SetupAnswer {
  const steps = setupSteps.map((key) => ({ key, is_done: done.includes(key) }));
  return { setup: { is_hidden, steps, class_id: null } };
}

function show(first: SetupAnswer) {
  let now = first;
  const server = new FakeSchoolServer({
    'GET /v1/setup/': () => ({ body: now }),
    'PUT /v1/setup/': ({ body }) => {
      const { is_hidden } = body as { is_hidden: boolean };
      if (now.setup) now = { setup: { ...now.setup, is_hidden } };
      return { body: now };
    },
  });
  const setTo = (later: SetupAnswer) => (now = later);
  return { server, setTo, ...renderScreen(<SetupSection placesOf={placesOf}>The numbers</SetupSection>) };
}

describe('the first steps of a new school', () => {
  it('keep back what comes after them until it is known whether they are shown', async () => {
    show({ setup: null });
    const rest = screen.getByText('The numbers');
    expect(rest.style.display).toBe('none');
    await waitFor(() => expect(rest.style.display).toBe('contents'));
    expect(screen.queryByText('First steps')).toBeNull();
  });

  it('say what is done and lead to what is not', async () => {
    show(answer(['brand']));
    await screen.findByText('1 of 6 done');
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toContain('Make it look like your school (done)');
    expect(items[1]).toContain('Make the first class (to do)');
    expect(items[4]).toContain('Invite a teacher (to do)');
    expect(items[5]).toContain('Make the first story (to do)');
    expect(screen.getByRole('link', { name: 'Add the children of the class' }).getAttribute('href')).toBe(
      '/classes',
    );
  });

  it('are read again once the school has what was made a moment ago', async () => {
    const { replica, setTo } = show(answer(['brand']));
    act(() => replica.say({ waiting: 1 }));
    await screen.findByText('1 of 6 done');
    setTo(answer(['brand', 'first_class']));
    act(() => replica.say({ waiting: 0 }));
    expect(await screen.findByText('2 of 6 done')).toBeTruthy();
  });

  it('are put away, and taken out again where they are not all done', async () => {
    const { user } = show(answer(['brand', 'first_class']));
    await user.click(await screen.findByRole('button', { name: 'Hide this list' }));
    await user.click(await screen.findByRole('button', { name: 'First steps: 2 of 6 done' }));
    expect(await screen.findByRole('heading', { name: 'First steps' })).toBeTruthy();
  });

  it('are gone for good where all is done and they were put away', async () => {
    const { user, container } = show(answer(setupSteps));
    await screen.findByRole('heading', { name: 'Your school is ready' });
    await user.click(screen.getByRole('button', { name: 'Hide this list' }));
    await waitFor(() => expect(container.querySelector('button')).toBeNull());
  });

  it('are none in a school that nobody registered', async () => {
    const { server, container } = show({ setup: null });
    await waitFor(() => expect(server.askedFor('/v1/setup/')).toHaveLength(1));
    expect(container.querySelector('ol')).toBeNull();
  });
});
