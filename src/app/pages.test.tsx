import { beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '#contract/kit/roles.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { fetchPageAt } from './pages.tsx';

/** The pages whose code was asked for. */
const asked = vi.hoisted(() => new Set<string>());
vi.mock('#src/areas/student.area.tsx', () => {
  asked.add('of a child');
  return { StudentArea: () => null };
});
vi.mock('#src/features/works/my-works.tsx', () => {
  asked.add('what a child made');
  return { MyWorks: () => null };
});
vi.mock('#src/areas/office/teacher.page.tsx', () => {
  asked.add('of a teacher');
  return { TeacherPage: () => null };
});

beforeEach(() => asked.clear());

it.each<[Role, readonly string[]]>([
  ['student', ['of a child', 'what a child made']],
  ['teacher', ['of a teacher']],
])('the dashboard of a %s has its own code asked for before anything is drawn', async (role, pages) => {
  useSessionStore.setState({ user: sampleProfile({ role }) });
  fetchPageAt('/dashboard');
  await vi.waitFor(() => expect([...asked].toSorted()).toEqual(pages));
});
