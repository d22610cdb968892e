import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import type { VisitAccess, VisitsHere } from '#contract/visits/visits.schema.ts';
import { visitProblems } from '#contract/visits/visits.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { anyFormDirty } from '#src/ui/dirty-forms.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { VisitAccessSection } from './visit-access.section.tsx';
import { VisitDialog } from './visit.dialog.tsx';
import { VisitsNotice } from './visits-notice.tsx';
import { VisitsSection } from './visits.section.tsx';
import { noteVisitsHere } from './visits-here.store.ts';

const requestId = '019a0000-0000-7000-8000-000000000001';
const guestId = '019a0000-0000-7000-8000-000000000002';
const tenantId = '019a0000-0000-7000-8000-000000000003';
const robin = { first_name: 'Robin', last_name: 'Vale', home: 'Quillshelf' };
const until = '2026-11-27T10:42:00.000Z';
const quiet: VisitsHere = { guest_consent: 'ask', waiting: [], allowed: [], here: [] };
const asked: VisitsHere = {
  ...quiet,
  waiting: [{ id: requestId, ...robin, wants: 'help', reason: 'A cover is missing', asked_at: until }],
};
const visited: VisitsHere = { ...quiet, here: [{ guest_id: guestId, ...robin, may: 'look', until }] };
const access: VisitAccess = {
  id: tenantId,
  school_name: 'Greenfield Primary',
  guest_consent: 'ask',
  may: null,
  until: null,
  waiting: null,
  refused_at: null,
  override: null,
};

const hereCall = 'GET /v1/visits/here/';
const answerCall = `POST /v1/visits/requests/${requestId}/answer/`;
const endCall = `POST /v1/visits/guests/${guestId}/end/`;
const consentCall = 'PUT /v1/visits/consent/';
const accessCall = `GET /v1/visits/tenants/${tenantId}/`;
const askCall = `POST /v1/visits/tenants/${tenantId}/requests/`;

beforeEach(() => {
  noteVisitsHere(null);
  useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready' });
});

describe('what an office sees of visits', () => {
  it('is nothing while nobody asks and nobody is here', async () => {
    const server = new FakeSchoolServer({ [hereCall]: () => ({ body: quiet }) });
    renderScreen(<VisitsNotice />);
    await waitFor(() => expect(server.askedFor('/v1/visits/here/')).toHaveLength(1));
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('is who asks, for what and why, with the answers', async () => {
    const server = new FakeSchoolServer({
      [hereCall]: () => ({ body: asked }),
      [answerCall]: () => ({ body: quiet }),
    });
    const { user } = renderScreen(<VisitsNotice />);
    expect(await screen.findByText('Robin of Quillshelf asks to look around and help.')).toBeTruthy();
    expect(screen.getByText('“A cover is missing”')).toBeTruthy();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Allow to help for 24 hours',
      'Allow to look only',
      'Refuse',
    ]);
    await user.click(screen.getByRole('button', { name: 'Allow to look only' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(server.asked.find(({ path }) => path.endsWith('/answer/'))?.body).toEqual({ answer: 'look' });
  });

  it('is who is here, what they may and until when, and ends the visit', async () => {
    const server = new FakeSchoolServer({
      [hereCall]: () => ({ body: visited }),
      [endCall]: () => ({ body: quiet }),
    });
    const { user } = renderScreen(<VisitsNotice />);
    expect(await screen.findByText(/^Robin of Quillshelf looks around here until .+\.$/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'End this visit: Robin of Quillshelf' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(server.askedFor(`/v1/visits/guests/${guestId}/end/`)).toHaveLength(1);
  });

  it('says why an answer did not count', async () => {
    const server = new FakeSchoolServer({
      [hereCall]: () => ({ body: asked }),
      [answerCall]: () => refusalOf(visitProblems.request_over),
    });
    const { user } = renderScreen(<VisitsNotice />);
    await user.click(await screen.findByRole('button', { name: 'Refuse' }));
    expect(await screen.findByText(visitProblems.request_over.error)).toBeTruthy();
    expect(
      server.asked.some(({ body }) => (body as { answer?: string } | undefined)?.answer === 'refuse'),
    ).toBe(true);
  });

  it('has no buttons for a guest of the platform', async () => {
    const server = new FakeSchoolServer({ [hereCall]: () => ({ body: asked }) });
    useSessionStore.setState({
      user: {
        id: guestId,
        tenant_id: tenantId,
        ...robin,
        email: null,
        username: null,
        role: 'school_admin',
        country: null,
        avatar: null,
        visiting: { home: 'Quillshelf', host: 'localhost', is_platform: true, may: 'look', until },
      },
    });
    renderScreen(<VisitsNotice />);
    expect(await screen.findByText('Robin of Quillshelf asks to look around and help.')).toBeTruthy();
    expect(server.asked.map(({ method }) => method)).toEqual(['GET']);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('how a place takes visits', () => {
  it('is chosen by its office', async () => {
    const server = new FakeSchoolServer({
      [hereCall]: () => ({ body: quiet }),
      [consentCall]: () => ({ body: { ...quiet, guest_consent: 'never' } }),
    });
    const { user } = renderScreen(<VisitsSection isGuest={false} />);
    const save = await screen.findByRole('button', { name: 'Save' });
    expect(save.hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Never' }));
    await user.click(save);
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(true));
    expect(server.asked.at(-1)?.body).toEqual({ guest_consent: 'never' });
  });

  it('is no guest’s to choose', async () => {
    const server = new FakeSchoolServer({ [hereCall]: () => ({ body: quiet }) });
    renderScreen(<VisitsSection isGuest />);
    expect(await screen.findByText('Only the place itself sets who may come in.')).toBeTruthy();
    expect(server.asked.map(({ method }) => method)).toEqual(['GET']);
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('says what is missing, and looks again', async () => {
    const server = new FakeSchoolServer({ [hereCall]: () => refusalOf(requestProblems.internal) });
    const { user } = renderScreen(<VisitsSection isGuest={false} />);
    await screen.findByText('The visits could not be looked up');
    const before = server.askedFor('/v1/visits/here/').length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(server.askedFor('/v1/visits/here/').length).toBeGreaterThan(before));
  });
});

describe('the way of the platform into a school', () => {
  const show = (answers: ConstructorParameters<typeof FakeSchoolServer>[0]) => {
    const server = new FakeSchoolServer(answers);
    const opened: string[] = [];
    const onOpen = (address: string) => void opened.push(address);
    return { server, opened, ...renderScreen(<VisitAccessSection tenantId={tenantId} onOpen={onOpen} />) };
  };

  it('asks with a reason, then waits for the school', async () => {
    const waiting = { wants: 'help', reason: 'A cover is missing', asked_at: until } as const;
    const { server, user } = show({
      [accessCall]: () => ({ body: access }),
      [askCall]: () => ({ body: { ...access, waiting } }),
    });
    expect(await screen.findByText('This school wants to be asked before you visit.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ask to visit' }));
    expect(await screen.findByText('Please say why')).toBeTruthy();
    await user.type(screen.getByLabelText('Reason'), 'A cover is missing');
    await user.click(screen.getByRole('radio', { name: /^Look around and help/u }));
    await user.click(screen.getByRole('button', { name: 'Ask to visit' }));
    expect(
      await screen.findByText(/^Waiting for the school\. You asked to look around and help/u),
    ).toBeTruthy();
    expect(server.asked.find(({ path }) => path.endsWith('/requests/'))?.body).toEqual({
      reason: 'A cover is missing',
      wants: 'help',
    });
  });

  it('begins at what can be done, not at the cross of the dialog', async () => {
    const server = new FakeSchoolServer({
      [accessCall]: () => ({ body: { ...access, may: 'help', until } }),
    });
    const school = { id: tenantId, school_name: 'Greenfield Primary' };
    renderScreen(<VisitDialog school={school} onClose={() => undefined} />);
    await untilFocusIsOn(() => screen.getByRole('button', { name: 'Enter' }));
    expect(server.askedFor(`/v1/visits/tenants/${tenantId}/`)).toHaveLength(1);
  });

  it('enters by a yes', async () => {
    const { opened, user } = show({
      [accessCall]: () => ({ body: { ...access, may: 'help', until } }),
      'POST /v1/visits/': () => ({ body: { host: 'greenfield.localhost', token: 'v_token' } }),
    });
    expect(await screen.findByText(/^You may look around and help until/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Enter' }));
    await waitFor(() => expect(opened.join()).toContain('greenfield.localhost'), { timeout: 5000 });
  });

  it('enters a school that always lets it in with a reason alone', async () => {
    const { server, opened, user } = show({
      [accessCall]: () => ({ body: { ...access, guest_consent: 'always', may: 'look' } }),
      'POST /v1/visits/': () => ({ body: { host: 'greenfield.localhost', token: 'v_token' } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Enter' }));
    expect(await screen.findByText('Please say why')).toBeTruthy();
    await user.type(screen.getByLabelText('Reason'), 'Somebody called');
    await user.click(screen.getByRole('button', { name: 'Enter' }));
    await waitFor(() => expect(opened).toHaveLength(1), { timeout: 5000 });
    expect(server.asked.at(-1)?.body).toEqual({ tenant_id: tenantId, reason: 'Somebody called' });
  });

  it('keeps the reason until it is sent, and leaves nothing unsaved then', async () => {
    useSessionStore.setState({ user: sampleAdmin() });
    const localDrafts = new FakeLocalDrafts();
    const answers: FakeAnswer[] = [null, { body: { host: 'greenfield.localhost', token: 'v_token' } }];
    const server = new FakeSchoolServer({
      [accessCall]: () => ({ body: { ...access, guest_consent: 'always', may: 'look' } }),
      'POST /v1/visits/': () => answers.shift() ?? null,
    });
    const unsaved: boolean[] = [];
    const onOpen = () => void unsaved.push(anyFormDirty());
    const page = <VisitAccessSection tenantId={tenantId} onOpen={onOpen} />;
    const { user } = renderScreen(page, { localDrafts });
    await user.type(await screen.findByLabelText('Reason'), 'Somebody called');
    await waitFor(() => expect(localDrafts.text).toContain('Somebody called'));
    await user.click(screen.getByRole('button', { name: 'Enter' }));
    expect(await screen.findByText('Greenfield Primary could not be opened')).toBeTruthy();
    expect(localDrafts.text).toContain('Somebody called');
    await user.click(screen.getByRole('button', { name: 'Enter' }));
    await waitFor(() => expect(unsaved).toEqual([false]), { timeout: 5000 });
    expect(localDrafts.text).toBe('');
    expect(server.asked.at(-1)?.body).toMatchObject({ reason: 'Somebody called' });
  });

  it('is closed where the school takes no visits, and says that it said no', async () => {
    show({ [accessCall]: () => ({ body: { ...access, guest_consent: 'never', refused_at: until } }) });
    expect(await screen.findByText('This school takes no visits from the platform.')).toBeTruthy();
    expect(screen.getByText(/^The school said no/u)).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  it('is opened in danger by another administrator', async () => {
    const override = {
      id: requestId,
      name: 'Sam Reed',
      is_own: false,
      wants: 'look',
      reason: 'A child calls for help',
      by_code: false,
      opens_at: until,
      until,
    } as const;
    const confirmCall = `POST /v1/visits/tenants/${tenantId}/overrides/${requestId}/confirm/`;
    const { server, user } = show({
      [accessCall]: () => ({ body: { ...access, override } }),
      [confirmCall]: () => ({ body: access }),
    });
    expect(
      await screen.findByText(/^Sam Reed wants to look around without the school’s yes\./u),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(server.asked.at(-1)?.body).toEqual({});
  });

  it('in danger begins with a reason, and goes on with the code where nobody else is there', async () => {
    const override = {
      id: requestId,
      name: 'Sam Reed',
      is_own: true,
      wants: 'look',
      reason: 'A child calls for help',
      by_code: true,
      opens_at: until,
      until,
    } as const;
    const asking = `POST /v1/visits/tenants/${tenantId}/overrides/`;
    const confirmCall = `${asking}${requestId}/confirm/`;
    const { server, user } = show({
      [accessCall]: () => ({ body: access }),
      [asking]: () => ({ body: { ...access, override } }),
      [confirmCall]: () => refusalOf(visitProblems.override_early),
    });
    await user.click(await screen.findByRole('button', { name: 'In danger: enter without a yes…' }));
    await user.type(within(screen.getByRole('dialog')).getByLabelText('Reason'), 'A child calls for help');
    await user.click(screen.getByRole('button', { name: 'Enter without a yes' }));
    await user.type(await screen.findByLabelText('Code from the email'), ' ABCD-EFGH-JKMN ');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(visitProblems.override_early.error)).toBeTruthy();
    expect(server.asked.at(-1)?.body).toEqual({ code: 'ABCD-EFGH-JKMN' });
  });
});
