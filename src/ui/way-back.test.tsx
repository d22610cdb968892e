import { screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { BackLink } from './back-link.tsx';
import { CancelButton } from './cancel-button.tsx';
import { useGoBack, useWayHere } from './way-back.ts';

function Profile() {
  return (
    <Link to="/form" state={useWayHere('Nora Lind')}>
      Edit
    </Link>
  );
}

function Form() {
  const goBack = useGoBack();
  return (
    <>
      <BackLink to="/users">Users</BackLink>
      <button type="button" onClick={() => void goBack('/users')}>
        Save
      </button>
      <CancelButton to="/users" />
    </>
  );
}

const show = (address: string) =>
  renderScreen(
    <Routes>
      <Route path="/profile" element={<Profile />} />
      <Route path="/form" element={<Form />} />
      <Route path="*" element={null} />
    </Routes>,
    { address },
  );

const ways = [
  ['link', 'Nora Lind', 'Users'],
  ['button', 'Save', 'Save'],
  ['link', 'Cancel', 'Cancel'],
] as const;

describe('a form', () => {
  it.each(ways)('leads by the %s %s back to where it was opened from', async (role, name) => {
    const { user } = show('/profile?tab=facts');
    await user.click(screen.getByRole('link', { name: 'Edit' }));
    await user.click(screen.getByRole(role, { name }));
    await untilAddressIs('/profile?tab=facts');
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
  });

  it.each(ways)('leads by the %s %s to its list where its address was typed', async (role, _, name) => {
    const { user } = show('/form');
    await user.click(screen.getByRole(role, { name }));
    await untilAddressIs('/users');
  });
});
