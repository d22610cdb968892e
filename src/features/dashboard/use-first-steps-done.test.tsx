import { screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { setupSteps, type SetupAnswer, type SetupStep } from '#contract/dashboard/setup.schema.ts';
import { FakeSchoolServer, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { useFirstStepsDone } from './use-first-steps-done.ts';

function answer(done: readonly SetupStep[], is_hidden = false): SetupAnswer {
  const steps = setupSteps.map((key) => ({ key, is_done: done.includes(key) }));
  return { setup: { is_hidden, steps, class_id: null } };
}

function Reader({ areTheirs }: { areTheirs: boolean }) {
  return (
    <>
      <p>{useFirstStepsDone(areTheirs) ? 'done' : 'open'}</p>
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
}

function show(first: FakeAnswer, areTheirs = true) {
  let now = first;
  const server = new FakeSchoolServer({ 'GET /v1/setup/': () => now });
  const setTo = (later: FakeAnswer) => (now = later);
  return { server, setTo, ...renderScreen(<Reader areTheirs={areTheirs} />) };
}

describe('whether the first steps of a school are done', () => {
  it('is asked again at the next page until they are', async () => {
    const { server, setTo, user } = show({ body: answer(['brand']) });
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(screen.getByText('open')).toBeTruthy();
    setTo({ body: answer(setupSteps) });
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findByText('done')).toBeTruthy();
    expect(server.asked).toHaveLength(2);
  });

  it('is so where the list was put away, and where there is none', async () => {
    const shown = show({ body: answer(['brand'], true) });
    await screen.findByText('done');
    shown.unmount();
    show({ body: { setup: null } });
    expect(await screen.findByText('done')).toBeTruthy();
  });

  it('is not known while the school cannot be reached', async () => {
    const { server } = show(null);
    await waitFor(() => expect(server.asked.length).toBeGreaterThan(0));
    expect(screen.getByText('open')).toBeTruthy();
  });

  it('is nobody’s question where they are not theirs to take', () => {
    const { server } = show({ body: answer([]) }, false);
    expect(screen.getByText('done')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });
});
