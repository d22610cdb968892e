import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { product } from '#contract/kit/product.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { Dashboard } from '#src/session/dashboards.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { AnimalAvatar } from '#src/ui/pictures/animal-avatar.tsx';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { UserMenu } from './user-menu.tsx';

const zoe = sampleProfile({ avatar: 'owl' });

function show(replica: FakeReplica, user = zoe) {
  renderScreen(<UserMenu user={user} onSwitch={() => undefined} />, { replica });
  return screen.getByRole('button', { name: 'Your menu, Zoë Fern' });
}

const picture = (name: string) => render(<AnimalAvatar name={name} size={44} />).container.innerHTML;

describe('the portrait in the menu', () => {
  it('is the animal that was chosen last, on whatever the session was begun with', () => {
    const replica = new FakeReplica();
    replica.putProfile({ ...zoe, avatar: 'fox' });
    const button = show(replica);
    expect(button.innerHTML).toBe(picture('fox'));
    act(() => replica.putProfile({ ...zoe, avatar: 'seal' }));
    expect(button.innerHTML).toBe(picture('seal'));
  });

  it('is the one of the session as long as the device knows no other', () => {
    expect(show(new FakeReplica()).innerHTML).toBe(picture('owl'));
  });

  it('is the same animal as everywhere for a child who chose none, and two letters for an adult', () => {
    const child = sampleProfile();
    expect(show(new FakeReplica(), child).innerHTML).toBe(picture(animalOf(child)));
    cleanup();
    expect(show(new FakeReplica(), sampleProfile({ role: 'teacher' })).textContent).toBe('ZF');
  });
});

describe('the stories in the menu', () => {
  const open = async (role: Role) => {
    const { user } = renderScreen(<UserMenu user={sampleProfile({ role })} onSwitch={() => undefined} />);
    await user.click(screen.getByRole('button', { name: /^Your menu/u }));
    await screen.findByRole('menuitem', { name: 'Sign out' });
    return screen.queryByRole('menuitem', { name: 'Upload Stories' });
  };

  it.each(['student', 'teacher', 'teacher_admin', 'school_admin'] as const)(
    'are there for a %s of a school',
    async (role) => {
      expect((await open(role))?.getAttribute('href')).toBe('/uploadblogsteps');
    },
  );

  it('are not there for those who write none', async () => {
    expect(await open('organization_admin')).toBeNull();
    cleanup();
    expect(await open(product.platformRole)).toBeNull();
  });
});

describe('the profile in the menu', () => {
  it.each([
    ['teacher', undefined, '/dashboard?option=Profile'],
    ['teacher_admin', undefined, '/dashboard?option=Profile'],
    ['school_admin', undefined, '/admin-school/profile'],
    ['organization_admin', undefined, '/admin-organization/profile'],
    ['organization_admin', 'Bright Futures', '/admin-school/profile'],
    ['student', undefined, null],
    [product.platformRole, undefined, null],
  ] as const)('is that of a %s, guest from %s: %s', async (role, home, address) => {
    const person = sampleProfile({ role });
    const visiting = home && { home, area: 'organization' as const, origin: 'https://home.test' };
    renderScreen(
      <UserMenu
        user={{ ...person, ...(visiting && { visiting: visiting as never }) }}
        onSwitch={() => undefined}
      />,
    );
    screen.getByRole('button', { name: /^Your menu/u }).click();
    await screen.findByRole('menuitem', { name: 'Sign out' });
    const item = screen.queryByRole('menuitem', { name: 'Profile' });
    expect(item?.getAttribute('href') ?? null).toBe(address);
  });
});

describe('the dashboards in the menu', () => {
  const helen = sampleProfile({ first_name: 'Helen', last_name: 'Marsh', role: 'school_admin' });

  function Page({ onSwitch }: { onSwitch: (dashboard: Dashboard) => void }) {
    const [text, setText] = useState('');
    useDirtyForm(text !== '');
    return (
      <LeaveGuard>
        <input
          aria-label="Note"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <UserMenu user={helen} onSwitch={onSwitch} />
      </LeaveGuard>
    );
  }

  it('are changed behind the overlay, and not the one that one is in', async () => {
    const onSwitch = vi.fn();
    const { user } = renderScreen(<Page onSwitch={onSwitch} />, { address: '/admin-school/classes' });
    await user.click(screen.getByRole('button', { name: 'Your menu, Helen Marsh' }));
    expect(screen.queryByRole('menuitem', { name: 'Admin Dashboard' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Teacher Dashboard' }));
    expect(onSwitch.mock.calls).toEqual([
      [{ label: 'Teacher Dashboard', to: '/dashboard?option=Teacher%20Dashboard' }],
    ]);
    await untilAddressIs('/admin-school/classes');
  });

  it('are all there on a page that belongs to none of them', async () => {
    const { user } = renderScreen(<UserMenu user={helen} onSwitch={() => undefined} />, { address: '/' });
    await user.click(screen.getByRole('button', { name: 'Your menu, Helen Marsh' }));
    await screen.findByRole('menuitem', { name: 'Sign out' });
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Teacher Dashboard',
      'Admin Dashboard',
      'Profile',
      'Upload Stories',
      'Share resources',
      'Sign out',
    ]);
  });

  it('are not changed over something that was typed before that was asked about', async () => {
    const onSwitch = vi.fn();
    const { user } = renderScreen(<Page onSwitch={onSwitch} />, { address: '/admin-school/classes' });
    await user.type(screen.getByLabelText('Note'), 'Birds');
    await user.click(screen.getByRole('button', { name: 'Your menu, Helen Marsh' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Teacher Dashboard' }));
    await screen.findByText('What you typed here will be lost.');
    expect(onSwitch).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    await untilAddressIs('/dashboard?option=Teacher%20Dashboard');
  });
});
