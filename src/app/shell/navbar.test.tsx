import { screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile, sampleTenant } from '#tests/support/screen-samples.ts';
import { untilAddressIs, untilFocusIsOn } from '#tests/support/until-shown.ts';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';

const school = sampleTenant();

const serve = (answers: ConstructorParameters<typeof FakeSchoolServer>[0]) => new FakeSchoolServer(answers);

beforeEach(() => {
  serve({ 'GET /modes/': () => ({ body: { count: 0, next: null, results: [] } }) });
  useSessionStore.setState({ user: null, tenant: school, status: 'ready' });
});

describe('the navbar', () => {
  it('has the school’s name, the search, the library and the way in', () => {
    renderScreen(<Navbar />);
    expect(screen.getByRole('link', { name: 'Greenfield Primary' }).getAttribute('href')).toBe('/');
    expect(screen.getByRole('button', { name: 'Search' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Library' }).getAttribute('href')).toBe('/library');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  });

  it('has the dashboard of whoever is signed in', () => {
    useSessionStore.setState({ user: sampleProfile({ id: uuidv7(), role: 'school_admin' }) });
    renderScreen(<Navbar />);
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/admin-school');
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  });

  it('calls the page of a child as the child’s own home does', () => {
    useSessionStore.setState({ user: sampleProfile({ id: uuidv7(), role: 'student' }) });
    renderScreen(<Navbar />);
    expect(screen.getByRole('link', { name: 'My page' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
  });

  it('opens the search, and the keyboard is back at its button afterwards', async () => {
    const { user } = renderScreen(<Navbar />);
    const button = screen.getByRole('button', { name: 'Search' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Search' });
    expect(within(dialog).getByRole('searchbox', { name: 'Search books, stories and causes' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await untilFocusIsOn(() => button);
  });

  it('loses nothing that is typed before the box of the search has the keyboard', async () => {
    const { user } = renderScreen(<Navbar />);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.keyboard('fox');
    const box = await screen.findByRole<HTMLInputElement>('searchbox');
    await untilFocusIsOn(() => box);
    await user.keyboard('es');
    expect(box.value).toBe('foxes');
  });

  it('is left by Escape before the search is there, too', async () => {
    const { user } = renderScreen(<Navbar />);
    const button = screen.getByRole('button', { name: 'Search' });
    await user.click(button);
    await user.keyboard('fox{Escape}');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('looks for people where whoever is signed in looks after some', async () => {
    useSessionStore.setState({ user: sampleProfile({ id: uuidv7(), role: 'teacher' }) });
    const { user } = renderScreen(<Navbar />);
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(
      await screen.findByRole('searchbox', { name: 'Search books, stories, causes and people' }),
    ).toBeTruthy();
  });

  it('has a picker of modes where the school has its switchboard on, and nowhere else', async () => {
    const off = renderScreen(<Navbar />);
    await screen.findByRole('button', { name: 'Menu' });
    expect(screen.queryByRole('button', { name: 'Select a Different Mode' })).toBeNull();
    off.unmount();
    useSessionStore.setState({ tenant: { ...school, switchboard: true } });
    const { user } = renderScreen(<Navbar />);
    await user.click(await screen.findByRole('button', { name: 'Select a Different Mode' }));
    const dialog = await screen.findByRole('dialog', { name: 'Select a Different Mode' });
    expect(within(dialog).getByText('You need to log in to load the categories.')).toBeTruthy();
  });

  it('has a menu for narrow windows that works by the keyboard', async () => {
    useSessionStore.setState({ tenant: { ...school, switchboard: true } });
    const { user } = renderScreen(<Navbar />, { address: '/contact' });
    const menu = await screen.findByRole('button', { name: 'Menu' });
    menu.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Cart' });
    const items = screen.getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Library',
      'Courses',
      'Cart',
      'Select a Different Mode',
    ]);
    await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true));
    await user.keyboard('{ArrowDown}');
    await untilFocusIsOn(() => items[0] ?? null);
    await user.keyboard('{ArrowDown}{Enter}');
    await untilAddressIs('/library');
  });

  it('keeps the way clear for whoever is signing in', () => {
    renderScreen(<Navbar />, { address: '/login' });
    expect(screen.queryByRole('link', { name: 'Library' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Search' })).toBeTruthy();
  });
});

it('the footer has its five links', () => {
  renderScreen(<Footer />);
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Disclaimer', '/terms-of-use#disclaimer'],
    ['Terms of Use', '/terms-of-use'],
    ['Refund Policy', '/refund-policy'],
    ['Privacy Policy', '/privacy-policy'],
    ['Contact Us', '/contact'],
  ]);
});
