import { screen, waitFor } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TenantDetails } from '#contract/tenants/tenant-details.schema.ts';
import { defaultColors } from '#contract/tenants/tenants.schema.ts';
import { registrationEndpoints } from '#contract/tenants/registration.endpoints.ts';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { NewTenantForm } from './new-tenant.form.tsx';
import { TenantDataSection } from './tenant-data.section.tsx';

const school: TenantDetails = {
  ...defaultColors,
  id: uuidv7(),
  school_name: 'Hillside School',
  school_email: 'office@hillside.test',
  subdomain: 'hillside',
  domain_url: 'https://www.hillside.example',
  logo: null,
  switchboard: false,
  is_organization: false,
  is_platform: false,
  first_name: 'Robin',
  last_name: 'Hill',
  verified_host: null,
  domain_proof: null,
  registered_at: null,
  guest_consent: 'ask',
  organizations: [],
};

/** What is typed is found by its label: looking by role takes a second in a form as long as this one. */
function field(name: string): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(
    ({ textContent }) => textContent.replace(/\s*\*$/u, '') === name,
  );
  if (!(label?.control instanceof HTMLInputElement)) throw new Error(`There is no field ${name}`);
  return label.control;
}

/** The platform's side. Saving ends as `endings` say, one after the other. */
class Platform implements ApiClient {
  readonly sent: unknown[] = [];

  constructor(
    public tenant: TenantDetails,
    readonly endings: (Error | TenantDetails)[] = [],
  ) {}

  readonly call: ApiClient['call'] = async (endpoint, input) => {
    if (endpoint.name === tenantDetailsEndpoints.read.name) return this.tenant as never;
    if (endpoint.name === registrationEndpoints.checkSubdomain.name)
      return { is_free: true, note: null, host: 'hillside-school.localhost' } as never;
    this.sent.push((input as { body: unknown }).body);
    const ending = this.endings.shift();
    if (ending instanceof Error) throw ending;
    return (ending ?? this.tenant) as never;
  };
}

async function open(platform: Platform) {
  const rendered = renderScreen(<TenantDataSection tenantId={school.id} api={platform} />);
  await screen.findByText('Mode switchboard');
  return rendered;
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

beforeEach(() => useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready' }));

describe('the data of a school', () => {
  it('say at each field what is wrong with it, in the words of the specification', async () => {
    const { user } = await open(new Platform(school));
    for (const [name, text, message] of [
      ['Name', '', 'School name is required'],
      ['Email of the office', '', 'Email is required'],
      ['Email of the office', 'the office', 'Invalid email'],
      ['Domain', '', 'Domain URL is required'],
      ['Domain', 'https://', 'Invalid URL format'],
      ['Domain', 'hillside', 'Invalid domain format'],
      ['Primary colour', '', 'Primary color is required'],
      ['Primary colour', 'red', 'Invalid hex color code'],
    ] as const) {
      await user.clear(field(name));
      if (text !== '') {
        await user.click(field(name));
        await user.paste(text);
      }
      await user.tab();
      expect(await screen.findAllByText(message)).not.toEqual([]);
    }
  });

  it('say what is wrong with the switchboard, which the form has no wrong choice for', async () => {
    const said = 'Switchboard status is required';
    const body = {
      code: 'request.invalid',
      error: 'Please check the highlighted fields.',
      errors: { switchboard: [said] },
      request_id: 'r',
    };
    const { user } = await open(new Platform(school, [new ApiProblem(400, body, null), school]));
    const choice = () => screen.getByLabelText<HTMLSelectElement>(/^Mode switchboard/u);
    await user.selectOptions(choice(), 'On');
    await user.click(save());
    const words = await screen.findByText(said);
    expect(choice().getAttribute('aria-invalid')).toBe('true');
    expect(choice().getAttribute('aria-describedby')?.split(' ')).toContain(words.id);
    expect(choice().value).toBe('true');
    await user.click(save());
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  });

  it('say that they are saved, or that they are not, and keep what was typed', async () => {
    const body = { code: 'request.internal', error: 'Something is broken.', errors: {}, request_id: 'r' };
    const platform = new Platform(school, [
      new NoNetworkError('gone', false),
      new ApiProblem(500, body, null),
      { ...school, school_name: 'Hillside Primary' },
    ]);
    const { user } = await open(platform);
    expect(save().disabled).toBe(true);
    await user.clear(field('Name'));
    await user.click(field('Name'));
    await user.paste('Hillside Primary');
    for (const detail of [
      'Quillshelf cannot be reached right now. What you typed stays here.',
      'Something is broken.',
    ]) {
      await user.click(save());
      expect(await screen.findByText(detail)).toBeTruthy();
      expect((await screen.findAllByText('Error saving user. Please try again.')).length).toBeGreaterThan(0);
      expect(field('Name').value).toBe('Hillside Primary');
    }
    await user.click(save());
    expect(await screen.findByText('User updated successfully!')).toBeTruthy();
    await waitFor(() => expect(save().disabled).toBe(true));
    // Only what was changed.
    expect(platform.sent.at(-1)).toEqual({ school_name: 'Hillside Primary' });
  });

  it('ask where another tab changed the same, and keep what it changed elsewhere', async () => {
    const platform = new Platform(school);
    const { user } = await open(platform);
    await user.type(field('Name'), '!');
    platform.tenant = { ...school, school_name: 'Hill School', school_email: 'new@hillside.test' };
    await user.click(save());
    await screen.findByText(/it is “Hill School” now/u);
    expect(field('Email of the office').value).toBe('new@hillside.test');
    expect(platform.sent).toEqual([]);
    await user.click(save());
    await screen.findByText('User updated successfully!');
    expect(platform.sent).toEqual([{ school_name: 'Hillside School!' }]);
  });

  it('of another one leave the page as it is, and know its address where it has no domain', async () => {
    const mine = { ...school, id: uuidv7(), school_name: 'Quillshelf', is_platform: true };
    useSessionStore.setState({ tenant: mine });
    const { user } = await open(new Platform({ ...school, domain_url: null }));
    expect(field('Domain').value).toBe('http://hillside.localhost');
    await user.type(field('Name'), '!');
    await user.click(save());
    await screen.findByText('User updated successfully!');
    expect(useSessionStore.getState().tenant?.school_name).toBe('Quillshelf');
  });
});

describe('a school that the platform makes for somebody', () => {
  it('is made of the same form, and is said to be there', async () => {
    const platform = new Platform(school);
    const made: string[] = [];
    const { user } = renderScreen(<NewTenantForm onMade={({ id }) => made.push(id)} api={platform} />);
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' });
    expect(add.disabled).toBe(true);
    for (const [name, text] of [
      ['Name', 'Hillside School'],
      ['Your own site', 'https://www.hillside.example'],
      ['First name', 'Robin'],
      ['Last name', 'Hill'],
      ['Email', 'head@hillside.test'],
    ] as const) {
      await user.click(field(name));
      await user.paste(text);
    }
    await waitFor(() => expect(add.disabled).toBe(false));
    await user.click(add);
    expect(await screen.findByText('User added successfully!')).toBeTruthy();
    expect(made).toEqual([school.id]);
    expect(platform.sent).toMatchObject([{ school_email: 'head@hillside.test', is_organization: false }]);
  });
});
