import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import '#src/features/reading/read-aloud.tsx';
import '#src/features/reading/reader-settings.panel.tsx';
import { WorkScreen } from '#src/features/reading/work.screen.tsx';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeKept } from '#tests/support/fake-kept.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { zoe as user } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { samplePages, sampleWork } from '#tests/support/screen-samples.ts';

export const pageId = (number: number) => samplePages[number - 1]?.id ?? '';

export function schoolAnswers(answers: ConstructorParameters<typeof FakeSchoolServer>[0]): FakeSchoolServer {
  return new FakeSchoolServer(answers);
}

/** A book at school and its reader. */
export function readingScreens() {
  const work = sampleWork({ audience: 'community', visibility: 'community' });

  const atSchool = {
    'GET /works/the-hen/': () => ({ body: work }),
    [`GET /works/${work.id}/pages/`]: () => ({ body: { count: 3, next: null, results: samplePages } }),
  };

  const routes = (
    <Routes>
      <Route path="/library/:id/:chapterSlug?" element={<WorkScreen />} />
      <Route path="*" element={null} />
    </Routes>
  );

  function show(
    address: string,
    { replica = new FakeReplica(), kept = new FakeKept(), isAway = false } = {},
  ) {
    const server = new FakeSchoolServer(isAway ? {} : atSchool);
    return { server, kept, ...renderScreen(routes, { address, replica, keptBooks: kept }) };
  }

  beforeEach(() => useSessionStore.setState({ user, ended: null }));

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  return { work, atSchool, routes, show };
}
