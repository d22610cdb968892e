import { act, screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mode } from '#contract/modes/modes.schema.ts';
import { tabStorage } from '#src/session/device-storage.ts';
import { useMode } from '#src/session/modes.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleProfile, sampleTenant } from '#tests/support/screen-samples.ts';
import { untilFocusIsOn } from '#tests/support/until-shown.ts';
import { ModePickerDialog } from './mode-picker.dialog.tsx';
import { SchoolModesScreen } from './school-modes.screen.tsx';

const mode = (name: string, rest: Partial<Mode> = {}): Mode => ({
  id: uuidv7(),
  name,
  image: `/pictures/modes/${name.toLowerCase()}.svg`,
  locked: false,
  active: true,
  status: 'ACTIVE',
  ...rest,
});
const soon = mode('Soon', { active: false });
const gone = mode('Gone', { status: 'INACTIVE' });
const tales = mode('Tales');
const nature = mode('Nature');
const science = mode('Science', { locked: true });
const all = [soon, gone, tales, science, nature];

const tenant = sampleTenant({ switchboard: true });

const answering = (modes: readonly Mode[]) => () => ({
  body: { count: modes.length, next: null, results: modes },
});

/** Somebody whose modes nobody has asked for before. */
function signInSomebody() {
  const user = sampleProfile({ id: uuidv7() });
  useSessionStore.setState({ user, tenant });
  return user;
}

const serve = (answers: ConstructorParameters<typeof FakeSchoolServer>[0]) => new FakeSchoolServer(answers);

beforeEach(() => {
  tabStorage.removeItem('mode');
  useSessionStore.setState({ user: null, tenant });
});

/** What the shelves are told. */
function Shelf() {
  return <p>Shelf of {useMode()?.name ?? 'all modes'}</p>;
}

let closed = 0;
function Picker() {
  return (
    <>
      <ModePickerDialog opened onClose={() => (closed += 1)} />
      <Shelf />
    </>
  );
}

const tile = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the picker of modes', () => {
  it('tells a visitor to log in', () => {
    serve({});
    renderScreen(<Picker />);
    const dialog = screen.getByRole('dialog', { name: 'Select a Different Mode' });
    expect(within(dialog).getByText('You need to log in to load the categories.')).toBeTruthy();
    expect(within(dialog).getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
    expect(screen.getByText('Shelf of all modes')).toBeTruthy();
  });

  it('says the same where there are no modes', async () => {
    serve({ 'GET /modes/': answering([]) });
    signInSomebody();
    renderScreen(<Picker />);
    expect(await screen.findByText('You need to log in to load the categories.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  });

  it('gives the keyboard back to what opened it', async () => {
    serve({});
    function Page() {
      const [state, setState] = useState<boolean | null>(null);
      return (
        <>
          <button type="button" onClick={() => setState(true)}>
            Modes
          </button>
          {state !== null && <ModePickerDialog opened={state} onClose={() => setState(false)} />}
        </>
      );
    }
    const { user } = renderScreen(<Page />);
    const button = screen.getByRole('button', { name: 'Modes' });
    await user.click(button);
    await screen.findByText('You need to log in to load the categories.');
    await user.keyboard('{Escape}');
    await untilFocusIsOn(() => button);
  });

  it('begins with the first mode that is active with status ACTIVE', async () => {
    serve({ 'GET /modes/': answering(all) });
    signInSomebody();
    renderScreen(<Picker />);
    expect((await tile('Tales')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('Shelf of Tales')).toBeTruthy();
    expect(screen.queryByText('Soon')).toBeNull();
    expect(screen.queryByText('Gone')).toBeNull();
  });

  it('saves the mode that is picked for this session, and closes', async () => {
    serve({ 'GET /modes/': answering(all) });
    const { id } = signInSomebody();
    closed = 0;
    const { user } = renderScreen(<Picker />);
    await user.click(await tile('Nature'));
    expect(closed).toBe(1);
    expect(await screen.findByText('Shelf of Nature')).toBeTruthy();
    expect(tabStorage.getItem('mode')).toBe(`${id} ${nature.id}`);
    // The next one at this tablet begins anew.
    act(() => void signInSomebody());
    expect(await screen.findByText('Shelf of Tales')).toBeTruthy();
  });

  it('shows a locked mode blurred, and lets nobody pick it', async () => {
    serve({ 'GET /modes/': answering(all) });
    signInSomebody();
    closed = 0;
    const { user } = renderScreen(<Picker />);
    const locked = await tile(/^Science/u);
    expect(locked.disabled).toBe(true);
    expect(locked.dataset['locked']).toBe('true');
    expect(within(locked).getByText('Locked')).toBeTruthy();
    await user.click(locked);
    expect(closed).toBe(0);
    expect(screen.getByText('Shelf of Tales')).toBeTruthy();
  });

  it('has what the device heard last where the school does not answer', async () => {
    serve({ 'GET /modes/': answering(all) });
    signInSomebody();
    const first = renderScreen(<Picker />);
    await tile('Tales');
    first.unmount();
    serve({});
    signInSomebody();
    renderScreen(<Picker />);
    expect(await tile('Nature')).toBeTruthy();
  });
});

it('where the school has no switchboard the shelves are of all modes', async () => {
  const server = new FakeSchoolServer({ 'GET /modes/': answering(all) });
  signInSomebody();
  useSessionStore.setState({ tenant: { ...tenant, switchboard: false } });
  renderScreen(<Shelf />);
  await waitFor(() => expect(server.askedFor('/modes/')).toHaveLength(1));
  expect(await screen.findByText('Shelf of all modes')).toBeTruthy();
});

describe('the page of the modes of a school', () => {
  const office = () => renderScreen(<SchoolModesScreen />);
  const card = async (name: string) => {
    const found = (await screen.findByText(name)).closest('li');
    if (!found) throw new Error(`${name} stands in no list`);
    return within(found);
  };

  it('shows them with what the school has made of them', async () => {
    serve({ 'GET /modes/': answering(all) });
    signInSomebody();
    office();
    expect((await card('Tales')).getByText('Open, and everybody begins with it')).toBeTruthy();
    expect((await card('Science')).getByText('Locked')).toBeTruthy();
    expect((await card('Nature')).getByText('Open')).toBeTruthy();
    expect(screen.queryByText('Gone')).toBeNull();
  });

  it('locks one and opens it again', async () => {
    const path = `PUT /modes/${tales.id}/lock/`;
    const server = new FakeSchoolServer({
      'GET /modes/': answering(all),
      [path]: ({ body }) => ({ body: { ...tales, ...(body as { locked: boolean }) } }),
    });
    signInSomebody();
    const { user } = office();
    await user.click(await tile('Lock Tales'));
    expect(await screen.findByText('The mode is locked')).toBeTruthy();
    expect((await card('Nature')).getByText('Open, and everybody begins with it')).toBeTruthy();
    await user.click(await tile('Open Tales'));
    expect(await screen.findByText('The mode is open')).toBeTruthy();
    expect(server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { locked: true },
      { locked: false },
    ]);
  });

  it('says why one could not be locked, and leaves it open', async () => {
    const answers = [refusalOf({ code: 'request.internal', status: 500, error: 'x' }), null];
    serve({
      'GET /modes/': answering(all),
      [`PUT /modes/${nature.id}/lock/`]: () => answers.shift() ?? null,
    });
    signInSomebody();
    const { user } = office();
    await user.click(await tile('Lock Nature'));
    expect(await screen.findByText('Please try again.')).toBeTruthy();
    await user.click(await tile('Lock Nature'));
    expect(await screen.findByText('Quillshelf cannot be reached right now.')).toBeTruthy();
    expect((await card('Nature')).getByText('Open')).toBeTruthy();
  });

  it('says so where nobody sees the picker, and where nothing is left to pick', async () => {
    const locked = [mode('Only', { locked: true })];
    serve({ 'GET /modes/': answering(locked) });
    signInSomebody();
    useSessionStore.setState({ tenant: { ...tenant, switchboard: false } });
    const off = office();
    const link = await screen.findByRole('link', { name: 'Profile' });
    expect(link.getAttribute('href')).toBe('/admin-school/profile');
    off.unmount();
    useSessionStore.setState({ tenant });
    office();
    expect(await screen.findByText(/^All modes are locked/u)).toBeTruthy();
  });

  it('can be tried again where the school does not answer', async () => {
    serve({});
    signInSomebody();
    const { user } = office();
    await screen.findByText('Quillshelf cannot be reached right now');
    serve({ 'GET /modes/': answering(all) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await card('Tales')).toBeTruthy();
  });
});
