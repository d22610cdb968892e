import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { focusFirstWrongFields } from '#src/ui/first-wrong-field.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { sampleOwnPlan, samplePlanList, samplePlanQuote } from '#tests/support/plan-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleTenant } from '#tests/support/screen-samples.ts';
import { PlansScreen } from './plans.screen.tsx';

const none = sampleOwnPlan({ subscription: null, may_try: true, choose_until: '2026-12-10' });
const answers = {
  'GET /subscription/': () => ({ body: none }),
  'GET /plans/': () => ({ body: samplePlanList() }),
  'GET /subscription/quote/': () => ({ body: samplePlanQuote() }),
};

let stop: () => void;
beforeEach(() => {
  useSessionStore.setState({ user: sampleAdmin(), tenant: sampleTenant(), ended: null });
  stop = focusFirstWrongFields();
});
afterEach(() => stop());

it('takes the focus to the plans, then to the terms, where one of them is missing', async () => {
  const server = new FakeSchoolServer(answers);
  const { user } = renderScreen(<PlansScreen isOrganization={false} />);
  await user.click(await screen.findByRole('button', { name: 'Choose this plan' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]));
  await user.click(screen.getByLabelText(/^School, monthly/u));
  await screen.findByText('Total');
  await user.click(screen.getByText('Choose this plan'));
  const terms = screen.getByLabelText(/Terms of Use/u);
  await waitFor(() => expect(document.activeElement).toBe(terms));
  expect(terms.getAttribute('aria-invalid')).toBe('true');
  expect(server.asked.map(({ method }) => method)).not.toContain('POST');
});

it('proposes the country that the payer is known to be in', async () => {
  const server = new FakeSchoolServer(answers);
  useSessionStore.setState({ user: sampleAdmin({ country: 'FR' }) });
  renderScreen(<PlansScreen isOrganization={false} />);
  expect((await screen.findByLabelText<HTMLSelectElement>(/^Country/u)).value).toBe('FR');
  expect(server.asked.map(({ method }) => method)).not.toContain('POST');
});
