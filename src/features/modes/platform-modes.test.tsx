import { screen, waitFor, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ManagedMode } from '#contract/modes/platform-modes.schema.ts';
import { platformModeProblems } from '#contract/modes/platform-modes.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { PlatformModesScreen } from './platform-modes.screen.tsx';

const mode = (name: string, rest: Partial<ManagedMode> = {}): ManagedMode => ({
  id: uuidv7(),
  name,
  image: '/pictures/modes/tales-and-wonders.svg',
  active: true,
  status: 'ACTIVE',
  schools: 214,
  locks: 0,
  works: 1,
  ...rest,
});
const tales = mode('Tales');
const nature = mode('Nature', { schools: 1, locks: 3, works: 1200 });
const gone = mode('Gone', { active: false, status: 'INACTIVE' });
const all = [tales, nature, gone];

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
function open(answers: Answers, modes: readonly ManagedMode[] = all) {
  const server = new FakeSchoolServer({
    'GET /modes/managed/': () => ({ body: { results: modes } }),
    ...answers,
  });
  return { server, ...renderScreen(<PlatformModesScreen />) };
}
const names = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'));
const row = async (name: string) => within(await screen.findByRole('listitem', { name }));
const sent = (server: FakeSchoolServer, wanted: string) =>
  server.asked.filter(({ method }) => method === wanted).map(({ body }) => body);

describe('the modes of the platform', () => {
  it('stand in their order, with who uses them', async () => {
    open({});
    expect((await row('Tales')).getByText('Offered to 214 schools · 1 work')).toBeTruthy();
    expect(
      (await row('Nature')).getByText('Offered to 1 school · locked at 3 schools · 1,200 works'),
    ).toBeTruthy();
    expect((await row('Gone')).getByText('Taken back · 1 work')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Move Tales up' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Move Gone down' })).toHaveProperty('disabled', true);
  });

  it('are moved by the keyboard, which stays on the mode that moves', async () => {
    let order = all.map(({ id }) => id);
    const { user } = open({
      'GET /modes/managed/': () => ({
        body: { results: all.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id)) },
      }),
      'PUT /modes/order/': ({ body }) => {
        order = (body as { ids: string[] }).ids;
        return { body: { results: [] } };
      },
    });
    (await screen.findByRole('button', { name: 'Move Tales down' })).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(names()).toEqual(['Nature', 'Gone', 'Tales']);
    expect(screen.getByRole('status').textContent).toBe('Tales is 3 of 3');
    // There is no way further down.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Tales up');
    await waitFor(() => expect(order).toEqual([nature.id, gone.id, tales.id]));
  });

  it('go back to their order where it cannot be saved', async () => {
    const { error, code, status } = platformModeProblems.order_changed;
    const { user } = open({ 'PUT /modes/order/': () => refusalOf({ code, error, status }) });
    await user.click(await screen.findByRole('button', { name: 'Move Tales down' }));
    expect(await screen.findByText(error)).toBeTruthy();
    expect(names()).toEqual(['Tales', 'Nature', 'Gone']);
  });

  it('are taken back after a question with the number of schools', async () => {
    const { server, user } = open({
      [`PATCH /modes/${tales.id}/`]: () => ({ body: { ...tales, locked: false } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Take Tales back' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take Tales back?' }));
    expect(dialog.getByText('214 schools stop offering it; its works stay.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('The mode is taken back')).toBeTruthy();
    expect(sent(server, 'PATCH')).toHaveLength(1);
  });

  it('stay open where there is one alone', async () => {
    const { server, user } = open({}, [tales, gone]);
    await user.click(await screen.findByRole('button', { name: 'Take Tales back' }));
    expect(await screen.findByText('At least one mode stays open.')).toBeTruthy();
    expect(sent(server, 'PATCH')).toEqual([]);
  });

  it('keep what was typed where a name is taken, and say so at the field', async () => {
    const { error, code, status } = platformModeProblems.name_taken;
    const { user } = open({
      [`PATCH /modes/${tales.id}/`]: () => ({
        status,
        body: { code, error, errors: { name: [error] }, request_id: 'r' },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Tales' }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, 'Nature');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(error).length).toBeGreaterThan(0);
    expect(field.value).toBe('Nature');
  });

  it('need a picture', async () => {
    const { server, user } = open({});
    await user.click(await screen.findByRole('button', { name: 'Add a mode' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Space');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please choose a picture')).toBeTruthy();
    expect(sent(server, 'POST')).toEqual([]);
  });

  it('can be asked for again without a network', async () => {
    const { user } = open({ 'GET /modes/managed/': () => null });
    await screen.findByText('Quillshelf cannot be reached right now');
    const back = new FakeSchoolServer({ 'GET /modes/managed/': () => ({ body: { results: all } }) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Tales')).toBeTruthy();
    expect(back.askedFor('/modes/managed/')).toHaveLength(1);
  });
});
