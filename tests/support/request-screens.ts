import { beforeEach } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import type { FakeSchoolServer } from '#tests/support/fake-school-server.ts';

export type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
export const id = '0192f3a4-0000-7000-8000-000000000001';

/** What the school answers to the forms of one test file. */
export function requestScreens() {
  beforeEach(() => {
    useSessionStore.setState({ user: null, ended: null });
    sessionStorage.clear();
  });
}
