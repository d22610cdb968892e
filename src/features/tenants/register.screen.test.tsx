import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { affiliationEndpoints } from '#contract/affiliations/affiliations.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { defaultColors, type Tenant } from '#contract/tenants/tenants.schema.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { colorLabels } from './color-words.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { RegisterScreen } from './register.screen.tsx';

const platform: Tenant = {
  id: '019a0000-0000-7000-8000-000000000001',
  school_name: 'Quillshelf',
  school_email: null,
  subdomain: null,
  domain_url: null,
  logo: null,
  switchboard: false,
  is_organization: false,
  is_platform: true,
  ...defaultColors,
};

/** The platform's side, of which one name is taken. */
class Platform implements ApiClient {
  readonly asked: [string, Record<string, unknown>][] = [];
  /** How registering ends, one after the other; the last for good. */
  answers: (Error | { message: string })[] = [{ message: 'Registration successful!' }];

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    const given = input as Record<string, Record<string, unknown>>;
    this.asked.push([endpoint.name, given]);
    if (endpoint.name === registrationEndpoints.checkSubdomain.name) {
      const name = given['params']?.['subdomain'];
      const isFree = name !== 'greenfield';
      return {
        is_free: isFree,
        note: isFree ? null : 'This name is taken already. Please choose another one.',
        host: isFree ? `${String(name)}.localhost` : null,
      } as never;
    }
    if (endpoint.name === affiliationEndpoints.checkInvitation.name) {
      if (given['body']?.['token'] !== 'good') throw problem(410, {}, 'This link does not work any more.');
      return { organization: 'Bright Futures', email: 'head@valley.test' } as never;
    }
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer instanceof Error) throw answer;
    return {
      message: answer?.message,
      tenant: { subdomain: 'hillside-school', host: 'hillside-school.localhost' },
    } as never;
  };

  sent() {
    return this.asked.findLast(([name]) => name === registrationEndpoints.register.name)?.[1];
  }
}

function problem(status: number, errors: Record<string, string[]>, error: string): ApiProblem {
  return new ApiProblem(status, { code: 'tenants.any', error, errors, request_id: 'r' }, null);
}

function show({ token = null, api = new Platform() }: { token?: string | null; api?: Platform } = {}) {
  const element = <RegisterScreen token={token} api={api} />;
  return { api, ...renderScreen(element, { address: '/register' }) };
}

/** By its label. Looking by role takes a second in a form as long as this one. */
function field(name: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('label')];
  const control = labels.find(({ textContent }) => textContent.replace(/\s*\*$/u, '') === name)?.control;
  if (!(control instanceof HTMLInputElement)) throw new Error(`There is no field ${name}`);
  return control;
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Register' });

async function fill(user: ReturnType<typeof renderScreen>['user'], typed: Record<string, string>) {
  for (const [name, text] of Object.entries(typed)) {
    await user.clear(field(name));
    if (text !== '') await user.click(field(name));
    if (text !== '') await user.paste(text);
    await user.tab();
  }
}

/** All of them are made of the first, and folded away. */
const showAllColours = (user: ReturnType<typeof renderScreen>['user']) =>
  user.click(screen.getByRole('button', { name: 'More colours' }));

const good = {
  Name: 'Hillside School',
  'Your own site': 'https://www.hillside.example',
  'First name': 'Robin',
  'Last name': 'Hill',
  Email: 'head@hillside.test',
};

/** What is typed, in this tab. */
const kept = 'keepsake registration';

beforeEach(() => {
  tabStorage.removeItem(kept);
  useSessionStore.setState({ tenant: platform, status: 'ready', user: null });
});

describe('the form with which a school registers', () => {
  it('is filled in with what an invitation of a list names', async () => {
    renderScreen(
      <RegisterScreen
        token={null}
        named={{ school_name: 'Hillside School', email: 'head@hillside.test' }}
        api={new Platform()}
      />,
      { address: '/register' },
    );
    expect(field('Name').value).toBe('Hillside School');
    expect(field('Email').value).toBe('head@hillside.test');
    expect(await screen.findByText('hillside-school.localhost', { exact: false })).toBeTruthy();
  });

  it('opens the other colours below the button, which stays where it was pressed', async () => {
    const { user } = show();
    const before = screen.getAllByRole('textbox').length;
    await showAllColours(user);
    const less = screen.getByRole('button', { name: 'Fewer colours' });
    expect(document.activeElement).toBe(less);
    const boxes = screen.getAllByRole('textbox');
    const isBelow = (box: HTMLElement) =>
      (less.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(boxes.length).toBeGreaterThan(before);
    expect(boxes.filter(isBelow)).toHaveLength(boxes.length - before);
  });

  it('says at each field what is wrong with it, in the words of the specification', async () => {
    const { user } = show();
    await showAllColours(user);
    for (const [name, text, message] of [
      ['Name', '', 'Name is required'],
      ['Name', 'ab', 'Name must be at least 3 characters'],
      ['Name', 'x'.repeat(101), 'Name must not exceed 100 characters'],
      ['Email', 'the office', 'Invalid email address'],
      ['Email', '', 'Email is required'],
      ['Your own site', '', 'Domain URL is required'],
      ['Your own site', 'https://', 'Invalid URL format'],
      ['Your own site', 'hillside', 'Invalid domain format'],
      ['Address here', 'Hill Side', 'Subdomain can only contain lowercase letters, numbers, and hyphens'],
      ['Address here', 'x'.repeat(64), 'Subdomain must not exceed 63 characters'],
      ['Address here', 'www', 'This name is reserved. Please choose another one.'],
      ['First name', '', 'First name is required'],
      ['Last name', '', 'Last name is required'],
      ['Primary colour', 'red', 'Invalid hex color code'],
      ['Buttons', '#12345', 'Invalid hex color code'],
    ] as const) {
      await fill(user, { [name]: text });
      expect(await screen.findAllByText(message)).not.toEqual([]);
    }
    expect(button().disabled).toBe(true);
  });

  it('begins with the colours of the specification', async () => {
    const { user } = show();
    await showAllColours(user);
    const shown = Object.fromEntries(
      Object.entries(colorLabels).map(([name, label]) => [name, field(label).value]),
    );
    expect(shown).toEqual({
      primary_color: '#11365A',
      primary_color_light: '#11365A',
      primary_color_dark: '#11365A',
      bg_primary_color: '#ADC7FA',
      bg_secondary_color: '#4180ca',
      announcement_color: '#4181cb',
      button_color: '#04abf6',
      book_button_color: '#e97398',
      text_primary_color: '#1e5b8f',
      text_secondary_color: '#195a7e',
      text_muted_color: '#000000',
      border_primary_color: '#000000',
      border_muted_color: '#000000',
    });
  });

  it('puts https before an address that begins with nothing', async () => {
    const { user } = show();
    await fill(user, { 'Your own site': 'www.hillside.example' });
    await waitFor(() => expect(field('Your own site').value).toBe('https://www.hillside.example'));
    await fill(user, { 'Your own site': 'http://www.hillside.example' });
    await waitFor(() => expect(field('Your own site').value).toBe('http://www.hillside.example'));
  });

  it('makes a name for addresses of the school’s, and says whether it is free', async () => {
    const { user, api } = show();
    await fill(user, { Name: 'Greenfield' });
    await screen.findByText('This name is taken already. Please choose another one.');
    expect(field('Address here').value).toBe('greenfield');
    await fill(user, { Name: 'Hillside School' });
    await screen.findByText('hillside-school.localhost:3000');
    expect(api.asked.map(([, input]) => input['params'])).toEqual([
      { subdomain: 'greenfield' },
      { subdomain: 'hillside-school' },
    ]);
  });

  it('cannot be sent before everything is right, and says what is missing', async () => {
    const { user } = show();
    expect(button().disabled).toBe(true);
    await screen.findByText(
      'Still missing or not right: the name, your own site, the email address, your first name, your last name.',
    );
    await fill(user, good);
    await waitFor(() => expect(button().disabled).toBe(false));
    await fill(user, { 'Address here': 'greenfield' });
    await waitFor(() => expect(button().disabled).toBe(true));
  });

  it('shows how well each colour can be read, and follows in the preview', async () => {
    const { user } = show();
    expect(screen.queryByRole('textbox', { name: 'Quiet text' })).toBeNull();
    await showAllColours(user);
    await screen.findAllByText('White text on it is too faint, so text on it is black.');
    await fill(user, { Buttons: '#123456' });
    const preview = screen.getByRole('img', { name: 'How your pages will look' });
    const signIn = [...preview.querySelectorAll('span')].find(({ textContent }) => textContent === 'Sign in');
    expect(signIn?.style.background).toBe('rgb(18, 52, 86)');
    expect(field('Quiet text').value).toBe('#000000');
  });

  it.each([
    ['a GIF', () => new File(['GIF89a'], 'logo.gif', { type: 'image/gif' }), 'Unsupported file format'],
    [
      'one byte more than 5 MB',
      () => new File([new Uint8Array(limits.logoBytes + 1)], 'logo.png', { type: 'image/png' }),
      'File too large',
    ],
  ] as const)('takes no logo that is %s', async (_what, make, message) => {
    const { user } = show();
    await fill(user, good);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no field for a logo');
    // People choose “all files” in the dialog of their system.
    input.removeAttribute('accept');
    await user.upload(input, make());
    expect((await screen.findByText(message)).getAttribute('role')).toBe('alert');
    expect(button().disabled).toBe(true);
  });

  it('sends what was typed, says that it worked, and leads to the new sign-in page', async () => {
    const { user, api } = show();
    await user.click(screen.getByRole('radio', { name: 'An organization' }));
    await fill(user, good);
    await waitFor(() => expect(button().disabled).toBe(false));
    await user.dblClick(button());
    await screen.findByRole('heading', { name: 'Registration successful!' });
    expect(api.asked.filter(([name]) => name === registrationEndpoints.register.name)).toHaveLength(1);
    // The page says it; a toast would lie over its button.
    expect(screen.getAllByText('Registration successful!')).toHaveLength(1);
    expect(api.sent()).toMatchObject({
      query: {},
      body: {
        school_name: 'Hillside School',
        subdomain: 'hillside-school',
        domain_url: 'https://www.hillside.example',
        is_organization: true,
        ...defaultColors,
      },
    });
    const link = screen.getByRole('link', { name: 'Open the sign-in page' });
    expect(link.getAttribute('href')).toBe('http://hillside-school.localhost:3000/login');
    await waitFor(() => expect(tabStorage.getItem(kept)).toBeNull());
  });

  it('says what the server says: at the fields and above the button', async () => {
    const api = new Platform();
    const taken = 'This name is taken already. Please choose another one.';
    api.answers = [
      problem(409, { subdomain: [taken] }, taken),
      problem(429, {}, 'Please try again later.'),
      new NoNetworkError('gone', false),
      new Error('Broken'),
    ];
    const { user } = show({ api });
    await fill(user, good);
    for (const text of [
      `subdomain: ${taken}`,
      'Please try again later.',
      'Quillshelf cannot be reached right now. What you typed stays here; please try again later.',
      'Registration failed. Please check your inputs and try again.',
    ]) {
      await waitFor(() => expect(button().disabled).toBe(false));
      await user.click(button());
      await screen.findByText(text);
    }
    expect(field('Name').value).toBe('Hillside School');
  });

  it('has what was typed before a reload', async () => {
    const { user, unmount } = show();
    await showAllColours(user);
    await fill(user, { ...good, Buttons: '#123456' });
    await waitFor(() => expect(tabStorage.getItem(kept)).toContain('#123456'));
    unmount();
    const { user: returned } = show();
    await waitFor(() => expect(field('Name').value).toBe('Hillside School'));
    await showAllColours(returned);
    expect(field('Buttons').value).toBe('#123456');
    expect(field('Email').value).toBe('head@hillside.test');
    await returned.click(screen.getByRole('button', { name: 'Start anew' }));
    await waitFor(() => expect(field('Name').value).toBe(''));
    await waitFor(() => expect(tabStorage.getItem(kept)).toBeNull());
  });
});

describe('a link of an organization', () => {
  it('says who invites, and is sent along', async () => {
    const { user, api } = show({ token: 'good' });
    await screen.findByText('Bright Futures');
    expect(field('Email').value).toBe('head@valley.test');
    expect(screen.queryByRole('radio', { name: 'An organization' })).toBeNull();
    await fill(user, good);
    await waitFor(() => expect(button().disabled).toBe(false));
    await user.click(button());
    await screen.findByRole('heading', { name: 'Registration successful!' });
    expect(api.sent()).toMatchObject({ query: { invitation_link: 'good' } });
  });

  it('that does not work says so, and where one registers without it', async () => {
    show({ token: 'bad' });
    await screen.findByRole('heading', { name: 'This link does not work any more' });
    expect(screen.getByRole('link', { name: 'Register without the link' }).getAttribute('href')).toBe(
      '/register',
    );
  });
});

describe('on the host of a school', () => {
  it('nobody registers, and everybody is told where', async () => {
    const school = { ...platform, is_platform: false, school_name: 'Greenfield' };
    useSessionStore.setState({ tenant: { ...school, platform_host: 'books.example' } });
    show();
    await screen.findByText('Schools and organizations register on the site of Quillshelf itself.');
    expect(screen.getByRole('link', { name: 'Go there' }).getAttribute('href')).toBe(
      'http://books.example:3000/register',
    );
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
