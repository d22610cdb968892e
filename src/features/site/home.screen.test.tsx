import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/kit/roles.ts';
import { product } from '#contract/kit/product.ts';
import type { Tenant } from '#contract/tenants/tenants.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile, sampleTenant } from '#tests/support/screen-samples.ts';
import { HomeScreen } from './home.screen.tsx';

const school = sampleTenant();
const platform: Tenant = { ...school, school_name: product.name, subdomain: null, is_platform: true };

function show() {
  renderScreen(<HomeScreen next={({ role }) => <p>Next for a {role}</p>} shelf={<p>Books</p>} />);
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const leads = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

beforeEach(() =>
  useSessionStore.setState({ user: null, tenant: school, status: 'ready', isInCommunity: false }),
);

describe('home', () => {
  it('tells visitors of the platform what this is, and the way in', () => {
    useSessionStore.setState({ tenant: platform });
    show();
    expect(heading()).toBe('A shelf for the books that children make');
    expect(leads('Register your school')).toBe('/register');
    expect(leads('Sign in')).toBe('/login');
    expect(screen.getByText('Books')).toBeTruthy();
  });

  it('tells visitors where schools are, whichever host of the platform this is', () => {
    useSessionStore.setState({ tenant: { ...platform, platform_host: 'books.example' } });
    show();
    expect(screen.getByText('your-school.books.example:3000')).toBeTruthy();
  });

  it('welcomes visitors of a school in its name, with its books', () => {
    show();
    expect(heading()).toBe('Welcome to Greenfield Primary');
    expect(leads('Sign in')).toBe('/login');
    expect(screen.queryByRole('link', { name: 'Register your school' })).toBeNull();
    expect(screen.getByText('Books')).toBeTruthy();
  });

  it.each<[Role, string, string]>([
    ['student', 'Open my page', '/dashboard'],
    ['teacher', 'Open your dashboard', '/dashboard?option=Teacher%20Dashboard'],
    ['teacher_admin', 'Open your dashboard', '/dashboard?option=Teacher%20Dashboard'],
    ['school_admin', 'Open your dashboard', '/admin-school'],
    ['organization_admin', 'Open your dashboard', '/admin-organization'],
    [product.platformRole, 'Open your dashboard', '/admin-panel'],
  ])('greets a %s, and leads on', (role, label, to) => {
    useSessionStore.setState({ user: sampleProfile({ role }) });
    show();
    expect(heading()).toMatch(/^Good (morning|afternoon|evening), Zoë$/u);
    expect(leads(label)).toBe(to);
    expect(screen.getByText(`Next for a ${role}`)).toBeTruthy();
    expect(screen.getByText('Books')).toBeTruthy();
  });

  it('leads a child to an empty paper with one tap', () => {
    useSessionStore.setState({ user: sampleProfile({ role: 'student' }) });
    show();
    expect(leads('Write a story')).toBe('/uploadblogsteps?do=begin');
  });

  it('tells a child who cannot read yet what to tap, and nobody else', async () => {
    const speech = FakeSpeech.install();
    useSessionStore.setState({ user: sampleProfile({ role: 'student' }) });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Hear what to do' }));
    expect(speech.said).toEqual(['Tap the yellow button: it opens your own page.']);
    cleanup();
    useSessionStore.setState({ user: sampleProfile({ role: 'teacher' }) });
    show();
    expect(screen.queryByRole('button', { name: 'Hear what to do' })).toBeNull();
    vi.unstubAllGlobals();
  });

  it('is the community view for families', () => {
    useSessionStore.setState({ isInCommunity: true });
    show();
    expect(heading()).toBe('Welcome, families of Greenfield Primary');
    expect(screen.getByText('Books')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Leave the community view' })).toBeTruthy();
  });

  it('says that the school cannot be reached where it never was', () => {
    useSessionStore.setState({ tenant: null, status: 'unreachable' });
    show();
    expect(screen.getByText('Quillshelf cannot be reached right now')).toBeTruthy();
  });
});
