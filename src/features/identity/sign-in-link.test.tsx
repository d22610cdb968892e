import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { tenantProblems } from '#contract/tenants/tenants.problems.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { SignInLink } from './sign-in-link.tsx';

function open(place: string, answer: FakeAnswer) {
  const server = new FakeSchoolServer({ [`GET /tenant-by-slug/${place}/`]: () => answer });
  const onHere = vi.fn();
  const onElsewhere = vi.fn();
  renderScreen(<SignInLink place={place} onHere={onHere} onElsewhere={onElsewhere} />);
  return { server, onHere, onElsewhere };
}

describe('an address behind /login/', () => {
  it('of another school leads to that school’s own sign-in page', async () => {
    const { onHere, onElsewhere } = open('riverside', {
      body: { school_name: 'Riverside', host: 'riverside.localhost' },
    });
    const port = window.location.port === '' ? '' : `:${window.location.port}`;
    await waitFor(() => expect(onElsewhere).toHaveBeenCalledWith(`http://riverside.localhost${port}/login`));
    expect(onHere).not.toHaveBeenCalled();
  });

  it('of the school that is here is just the sign-in page', async () => {
    const { onHere, onElsewhere } = open('greenfield', {
      body: { school_name: 'Greenfield', host: window.location.hostname },
    });
    await waitFor(() => expect(onHere).toHaveBeenCalledOnce());
    expect(onElsewhere).not.toHaveBeenCalled();
  });

  it('that is no school and no link that is good is kind about it', async () => {
    open('Xy_9', refusalOf(tenantProblems.unknown_slug));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
      'This link does not work any more',
    );
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in here' }).pathname).toBe('/login');
  });

  it('asks to come back where the school cannot be reached', async () => {
    open('riverside', null);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(
      'Quillshelf cannot be reached right now',
    );
  });
});
