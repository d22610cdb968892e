import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { requestFormProblems } from '#contract/requests/requests.problems.ts';
import type { RequestKind } from '#contract/requests/requests.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { type Answers, id, requestScreens } from '#tests/support/request-screens.ts';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { ProblemForm } from './problem.form.tsx';
import { RequestForm } from './request.form.tsx';
import { UnusablePictureError } from './small-picture.ts';

requestScreens();

const ticket = 'POST /requests/ticket/';
const send = 'POST /requests/';
const tickets = () => ({ body: { ticket: 'ticket', bits: 0 } });

function open(kind: RequestKind, answers: Answers = {}, address = '/contact') {
  const server = new FakeSchoolServer({ [ticket]: tickets, ...answers });
  return { server, ...renderScreen(<RequestForm kind={kind} />, { address }) };
}

const arrived = () => ({ body: { reference: 'Q-7F3K-92', state: 'open' } });
const sentTo = (server: FakeSchoolServer) =>
  server
    .askedFor('/requests/')
    .flatMap(({ method, body }) => (method === 'POST' ? [body as Record<string, unknown>] : []));

async function fillIn(user: ReturnType<typeof open>['user']) {
  await user.selectOptions(screen.getByLabelText(/^What is it about/u), 'order');
  await user.type(screen.getByLabelText(/^Your message/u), 'Where is my book?');
  await user.type(screen.getByLabelText(/^Your name/u), 'Ada Shore');
  await user.type(screen.getByLabelText(/^Email/u), 'ada@example.org');
}

describe('the contact form', () => {
  it('is sent with what was filled in, and says the reference', async () => {
    const { user, server } = open('contact', { [send]: arrived });
    await fillIn(user);
    await user.click(screen.getByText('Send message'));
    expect(await screen.findByText('Q-7F3K-92')).toBeTruthy();
    const [body] = sentTo(server);
    expect(body).toMatchObject({
      kind: 'contact',
      about: 'order',
      words: 'Where is my book?',
      name: 'Ada Shore',
      email: 'ada@example.org',
      ticket: 'ticket',
      website: '',
    });
    expect(screen.getByRole('link', { name: 'See how far it is' }).getAttribute('href')).toBe(
      `/contact?reference=Q-7F3K-92#secret=${String(body?.['secret'])}`,
    );
  });

  it('says what it is about where a link does, and leaves it open where there is no such choice', () => {
    const { unmount } = open('contact', {}, '/contact?about=book');
    expect(screen.getByLabelText(/^What is it about/u)).toHaveProperty('value', 'book');
    unmount();
    open('contact', {}, '/contact?about=nothing');
    expect(screen.getByLabelText(/^What is it about/u)).toHaveProperty('value', '');
  });

  it('carries along which message of Dear World it is about, and nothing that is no id', async () => {
    const { user, server, unmount } = open(
      'contact',
      { [send]: arrived },
      `/contact?about=book&message=${id}`,
    );
    expect(screen.getByText(/We see which message you mean/u)).toBeTruthy();
    await fillIn(user);
    await user.click(screen.getByText('Send message'));
    await screen.findByText('Q-7F3K-92');
    expect(sentTo(server)[0]).toMatchObject({ message: id });
    unmount();
    open('contact', {}, '/contact?about=book&message=nothing');
    expect(screen.queryByText(/We see which message you mean/u)).toBeNull();
  });

  it('says at the fields what is missing, and sends nothing', async () => {
    const { user, server } = open('contact', { [send]: arrived });
    await user.click(screen.getByText('Send message'));
    for (const text of [
      'Please choose what it is about',
      'Please write your message',
      'Please enter your name',
      'Email is required',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(sentTo(server)).toEqual([]);
  });

  it('without a network stays filled in, and is the same request when it is sent again', async () => {
    let isAway = true;
    const { user, server } = open('contact', { [send]: () => (isAway ? null : arrived()) });
    await fillIn(user);
    await user.click(screen.getByText('Send message'));
    expect(await screen.findByText(/What you wrote stays here/u)).toBeTruthy();
    isAway = false;
    await user.click(screen.getByText('Send message'));
    await screen.findByText('Q-7F3K-92');
    const ids = sentTo(server).map((body) => [body['id'], body['secret']]);
    expect(ids[1]).toEqual(ids[0]);
  });

  it('asks for a new ticket where the first is too old, without a word', async () => {
    let tries = 0;
    const { user } = open('contact', {
      [send]: () => {
        tries += 1;
        return tries === 1 ? refusalOf(requestFormProblems.ticket_old) : arrived();
      },
    });
    await fillIn(user);
    await user.click(screen.getByText('Send message'));
    expect(await screen.findByText('Q-7F3K-92')).toBeTruthy();
    expect(tries).toBe(2);
  });

  it('has what was typed again after a reload', async () => {
    const { user, unmount } = open('contact');
    await fillIn(user);
    await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain('Where is my book?'));
    unmount();
    open('contact');
    expect(await screen.findByDisplayValue('Where is my book?')).toBeTruthy();
    expect(screen.getByText('What you typed before is still here.')).toBeTruthy();
  });

  it('is none for a child', () => {
    useSessionStore.setState({ user: sampleAdmin({ role: 'student' }) });
    open('contact');
    expect(screen.getByText(/Please tell your teacher/u)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the report of a problem', () => {
  it('shows what goes along, and leaves out what is taken out', async () => {
    const { user, server } = open('report-a-problem', { [send]: arrived });
    await user.type(screen.getByLabelText(/^What happened/u), 'It is white.');
    await user.click(screen.getByLabelText(/^Your browser/u));
    await user.click(screen.getByText('Send report'));
    await screen.findByText('Q-7F3K-92');
    expect(sentTo(server)[0]).toMatchObject({
      email: '',
      context: { version: expect.any(String) as string },
    });
    expect(sentTo(server)[0]?.['context']).not.toHaveProperty('device');
  });
});

describe('a picture of a problem', () => {
  const picture = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ==';
  const chosen = (name: string) => new File(['x'], name, { type: 'image/png' });
  const report = (answers: Answers, localDrafts = new FakeLocalDrafts()) => {
    const server = new FakeSchoolServer({ [ticket]: tickets, ...answers });
    const shrink = (file: File) =>
      file.name === 'bad.png'
        ? Promise.reject(new UnusablePictureError('This picture cannot be opened here.'))
        : Promise.resolve(picture);
    const form = <ProblemForm api={apiClient} shrink={shrink} />;
    return { server, ...renderScreen(form, { address: '/report-a-problem', localDrafts }) };
  };
  const choose = async (user: ReturnType<typeof open>['user'], name: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) await user.upload(input, chosen(name));
  };

  it('is looked at before it is sent, and can be taken out', async () => {
    const { user, server } = report({ [send]: arrived });
    await choose(user, 'bad.png');
    expect((await screen.findByRole('alert')).textContent).toBe('This picture cannot be opened here.');
    await choose(user, 'seen.png');
    expect((await screen.findByAltText('What you are going to send')).getAttribute('src')).toBe(picture);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByText('Take the picture out'));
    expect(screen.queryByAltText('What you are going to send')).toBeNull();
    await user.type(screen.getByLabelText(/^What happened/u), 'It is white.');
    await user.click(screen.getByText('Send report'));
    await screen.findByText('Q-7F3K-92');
    expect(sentTo(server)[0]).toMatchObject({ picture: '' });
  });

  it('is lost neither without a network nor by a reload, and goes along once there is one', async () => {
    let isAway = true;
    const answers = { [send]: () => (isAway ? null : arrived()) };
    const { user, unmount } = report(answers);
    await user.type(screen.getByLabelText(/^What happened/u), 'It is white.');
    await choose(user, 'seen.png');
    await user.click(screen.getByText('Send report'));
    expect(await screen.findByText(/What you wrote stays here/u)).toBeTruthy();
    await waitFor(() =>
      expect(sessionStorage.getItem('keepsake request report-a-problem')).toContain('/9j/4AAQ'),
    );
    unmount();
    const again = report(answers);
    expect(await screen.findByAltText('What you are going to send')).toBeTruthy();
    isAway = false;
    await again.user.click(screen.getByText('Send report'));
    await screen.findByText('Q-7F3K-92');
    expect(sentTo(again.server).at(-1)).toMatchObject({ words: 'It is white.', picture });
  });
});

describe('a list of schools', () => {
  const file = (text: string) => new File([text], 'schools.csv', { type: 'text/csv' });
  const choose = async (user: ReturnType<typeof open>['user'], text: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) await user.upload(input, file(text));
  };

  it('is read line by line; what cannot be right is mended here', async () => {
    const { user, server } = open('bulk-enrolment', {
      [send]: () => ({ body: { reference: 'Q-7F3K-92', state: 'new' } }),
    });
    await choose(user, 'school,email,country\nHill,office@hill.example,Kenya\nDale,dale,DE\n');
    expect(await screen.findByText('2 schools, 1 line needs a look')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Organization/u), 'Trust');
    await user.type(screen.getByLabelText(/^Your name/u), 'Ada');
    await user.type(screen.getAllByLabelText(/^Email/u)[0]!, 'ada@example.org');
    await user.type(screen.getByLabelText(/^Pupils/u), '900');
    await user.click(screen.getByText('Send the list'));
    expect(screen.getByText(/Some lines cannot be right/u)).toBeTruthy();
    await user.type(screen.getAllByLabelText(/^Email/u)[1]!, '@dale.example');
    await user.click(screen.getByText('Send the list'));
    expect(await screen.findByText('Look into your email')).toBeTruthy();
    expect(sentTo(server)[0]).toMatchObject({
      pupils: 900,
      schools: [
        { school: 'Hill', email: 'office@hill.example', country: 'KE' },
        { school: 'Dale', email: 'dale@dale.example', country: 'DE' },
      ],
    });
  });

  it('that names no columns is not read', async () => {
    const { user } = open('bulk-enrolment');
    await choose(user, 'Hill,office@hill.example\n');
    expect(await screen.findByText(/The first line has to name three columns/u)).toBeTruthy();
  });
});

describe('the link in an email', () => {
  it('confirms a request once somebody presses the button', async () => {
    const { user, server } = open(
      'request-a-tour',
      { 'POST /requests/confirm/': () => ({ body: { kind: 'request-a-tour', reference: 'Q-7F3K-92' } }) },
      '/request-a-tour?confirm=1#token=abc',
    );
    await user.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByText('Q-7F3K-92')).toBeTruthy();
    expect(server.askedFor('/requests/confirm/')[0]?.body).toEqual({ token: 'abc' });
  });

  it('says how far it is, with the answer', async () => {
    open(
      'contact',
      {
        'POST /requests/state/': () => ({
          body: {
            kind: 'contact',
            reference: 'Q-7F3K-92',
            state: 'answered',
            sent_at: '2026-11-20T08:00:00.000Z',
            answered_at: '2026-11-21T08:00:00.000Z',
            answer: 'It is on its way.',
            schools: [],
          },
        }),
      },
      '/contact?reference=Q-7F3K-92#secret=abcdefghijklmnopqrstuvwxyz',
    );
    expect(await screen.findByText('It is on its way.')).toBeTruthy();
  });

  it('says of a list how far each school is', async () => {
    open(
      'bulk-enrolment',
      {
        'POST /requests/state/': () => ({
          body: {
            kind: 'bulk-enrolment',
            reference: 'Q-7F3K-92',
            state: 'open',
            sent_at: '2026-11-20T08:00:00.000Z',
            answered_at: null,
            answer: null,
            schools: [
              { school: 'Hill', state: 'registered' },
              { school: 'Dale', state: 'invited' },
            ],
          },
        }),
      },
      '/bulk-enrolment/?reference=Q-7F3K-92#secret=abcdefghijklmnopqrstuvwxyz',
    );
    const schools = within(await screen.findByRole('list', { name: 'Your schools' }));
    expect(schools.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Hill: Registered',
      'Dale: Invited',
    ]);
  });

  it('that fits nothing says so', async () => {
    open(
      'contact',
      { 'POST /requests/state/': () => refusalOf(requestFormProblems.not_found) },
      '/contact?reference=Q-7F3K-92#secret=abcdefghijklmnopqrstuvwxyz',
    );
    expect(await screen.findByText(/We find no message by this link/u)).toBeTruthy();
  });
});
