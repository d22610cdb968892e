import { beforeEach } from 'vitest';
import type { WatchRow } from '#contract/monitoring/monitoring.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import type { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { sampleAdmin } from '#tests/support/screen-samples.ts';

export const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const moment = '2026-11-03T10:00:00.000Z';

export type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

/** A story in monitoring for the screens of one test file. */
export function watchScreens() {
  beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));
  const [tenantId, workId] = [idOf(900), idOf(1)];

  const shared = {
    tenant_id: tenantId,
    school_name: 'Greenfield Primary',
    work_id: workId,
    kind: 'story',
    state: 'waiting',
    reasons: [
      { reason: 'frightening', weight: 50 },
      { reason: 'further_readers', weight: 5 },
    ],
    risk: 55,
    since: moment,
    due_at: moment,
    is_overdue: false,
    is_from_visitor: false,
    claim: null,
    asked_at: null,
    answered_at: null,
    appealed_at: null,
    decision: null,
    decided_at: null,
  } as const satisfies Partial<WatchRow>;

  return { tenantId, workId, shared };
}
