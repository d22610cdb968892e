import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { apiClient } from '#src/session/api.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { AskedSchoolsSection } from './asked-schools.section.tsx';

it('says of a school that was asked to join that it was asked, not that it was invited', async () => {
  const school = {
    id: '019a0000-0000-7000-8000-000000000001',
    school_name: 'Riverside School',
    host: 'riverside.localhost',
    asked_at: '2026-11-20T08:00:00.000Z',
    asked_by: 'Imani Clarke',
  };
  const { user } = renderScreen(
    <AskedSchoolsSection
      api={apiClient}
      schools={[school]}
      count={1}
      canDecide
      onChanged={() => undefined}
    />,
  );
  expect(screen.getByText(/^Asked /u)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take back the question to Riverside School' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take back the question to Riverside School?' });
  expect(within(dialog).getByText(/You can ask it again\.$/u)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/invit/iu);
});
