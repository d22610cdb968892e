import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { paths } from '#contract/kit/paths.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleTenant } from '#tests/support/screen-samples.ts';
import { drawPage } from '../page-table.tsx';
import { organizationPages } from './organization.pages.tsx';

beforeEach(() => {
  useSessionStore.setState({
    user: sampleAdmin({ role: 'organization_admin' }),
    tenant: sampleTenant(),
    ended: null,
  });
});

it('leads from the people of an organization back to its dashboard, which the menu has', async () => {
  const server = new FakeSchoolServer({});
  const row = organizationPages.rows.find(({ at }) => at === paths.organization.people);
  renderScreen(row && drawPage(organizationPages, row));
  const back = await screen.findByRole('link', { name: 'Dashboard' });
  expect(back.getAttribute('href')).toBe(paths.organization.dashboard());
  expect(server.asked.map(({ method }) => method)).not.toContain('POST');
});
