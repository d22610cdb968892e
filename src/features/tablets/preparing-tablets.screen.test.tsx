import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Device } from '#contract/devices/devices.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeDevice } from '#tests/support/fake-device.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { sampleClass, sampleDevice, samplePreparation } from '#tests/support/screen-samples.ts';
import {
  choose,
  type Given,
  showTablets,
  somebody,
  tabletsScreen,
  tenant_id,
} from '#tests/support/tablets-screen.tsx';
import { useTabletsStore } from './tablets.store.ts';

const { noNetwork } = tabletsScreen();

describe('preparing the tablet in the hand', () => {
  const prepare = { name: 'Prepare this tablet' };
  const maple = sampleClass({ name: 'Maple' });
  const cedar = sampleClass({ name: 'Cedar' });
  const mapleAndCedar = [maple, cedar];

  /** The list with this tablet in it, and the classes that the person runs. */
  function showThisTablet(fields: Partial<Device> = {}, given: Given = {}, classes = mapleAndCedar) {
    const here = sampleDevice(fields);
    const replica = new FakeReplica();
    for (const row of classes) replica.putClass(row);
    const device = new FakeDevice({ device_id: here.id });
    const shown = showTablets([here], { replica, device, ...given });
    return { here, device, ...shown };
  }

  async function openDialog({ user }: ReturnType<typeof showThisTablet>) {
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', prepare).disabled).toBe(false));
    await user.click(screen.getByRole('button', prepare));
    return await screen.findByRole('dialog', prepare);
  }

  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

  it('is for the classes that are chosen, and says what it means before', async () => {
    const shown = showThisTablet();
    const dialog = await openDialog(shown);
    expect(
      within(dialog).getByText(/sign in on this tablet with their login card when there is no/u),
    ).toBeTruthy();
    expect(
      within(dialog).getByText(/replaced goes on working here without a network until this tablet has been/u),
    ).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'The whole school' })).toBeNull();
    await shown.user.click(screen.getByRole('button', { name: 'Prepare' }));
    expect(await screen.findByText('Please choose at least one class')).toBeTruthy();
    await shown.user.click(box('Maple'));
    await shown.user.click(screen.getByRole('button', { name: 'Prepare' }));
    expect(await screen.findByText('Tablet prepared')).toBeTruthy();
    expect(shown.school.asked).toContainEqual([
      'devices.prepare',
      { body: { device_id: shown.here.id, school_class_ids: [maple.id] } },
    ]);
    expect(shown.tablet.kept).toEqual({ tenant_id, ...shown.school.prepared });
    expect(shown.school.asked.at(-1)?.[0]).toBe('devices.list');
  });

  it.each([
    ['the only class', {}, [maple], ['Maple']],
    ['the class that the list shows', { address: `/?class=${cedar.id}` }, mapleAndCedar, ['Cedar']],
    ['no class of several', {}, mapleAndCedar, []],
  ])('has %s chosen already', async (_, given, classes, names) => {
    await openDialog(showThisTablet({}, given, classes));
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.filter(({ checked }) => checked).map((each) => each.labels?.[0]?.textContent)).toEqual(
      names,
    );
  });

  it('again begins with what it is prepared for, sends what it holds, and says that colleagues’ classes stay', async () => {
    const birch = { id: '01900000-0000-7000-8000-00000000b12c', name: 'Birch' };
    const preparation = samplePreparation({
      school_classes: [birch, { id: maple.id, name: 'Maple' }],
    });
    const kept = { tenant_id, preparation_id: preparation.id, token: 'U'.repeat(43) };
    const shown = showThisTablet({ preparation }, { kept });
    const dialog = await openDialog(shown);
    expect(box('Maple').checked).toBe(true);
    expect(dialog.textContent).toContain('Prepared by colleagues, and stays so: Birch');
    await shown.user.click(box('Cedar'));
    await shown.user.click(screen.getByRole('button', { name: 'Prepare' }));
    await screen.findByText('Tablet prepared');
    expect(shown.school.asked).toContainEqual([
      'devices.prepare',
      {
        body: { device_id: shown.here.id, school_class_ids: [maple.id, cedar.id], token: kept.token },
      },
    ]);
  });

  it('is for the whole school where the person sees it whole', async () => {
    useSessionStore.setState({ user: somebody('school_admin') });
    const shown = showThisTablet();
    await openDialog(shown);
    await shown.user.click(box('The whole school'));
    expect(screen.queryByRole('checkbox', { name: 'Maple' })).toBeNull();
    await shown.user.click(screen.getByRole('button', { name: 'Prepare' }));
    await screen.findByText('Tablet prepared');
    expect(shown.school.asked).toContainEqual([
      'devices.prepare',
      { body: { device_id: shown.here.id, school_class_ids: null } },
    ]);
  });

  it('keeps what was chosen where the school cannot be reached', async () => {
    const shown = showThisTablet();
    await openDialog(shown);
    await shown.user.click(box('Maple'));
    shown.school.failure = noNetwork;
    await shown.user.click(screen.getByRole('button', { name: 'Prepare' }));
    expect(await screen.findByText(/Quillshelf cannot be reached right now/u)).toBeTruthy();
    expect(box('Maple').checked).toBe(true);
    expect(shown.tablet.kept).toBeNull();
  });

  it('is taken back at once where the tablet has no room to keep it', async () => {
    const shown = showThisTablet();
    shown.tablet.failure = new DOMException('full', 'QuotaExceededError');
    await openDialog(shown);
    await shown.user.click(box('Maple'));
    await shown.user.click(screen.getByRole('button', { name: 'Prepare' }));
    expect(await screen.findByText('There is no room left on this tablet.')).toBeTruthy();
    expect(shown.school.asked.at(-1)).toEqual(['devices.endPreparation', { params: { id: shown.here.id } }]);
  });

  it('waits while the school cannot be reached, or has not heard of the tablet', async () => {
    const here = sampleDevice();
    const replica = new FakeReplica();
    replica.putClass(maple);
    const device = new FakeDevice({ device_id: here.id, is_reported: false });
    showTablets([here], { replica, device });
    await screen.findByRole('rowheader');
    expect(screen.getByRole<HTMLButtonElement>('button', prepare).disabled).toBe(true);
  });

  it.each([
    ['without a class', {}, []],
    [
      'on a tablet that is for the whole school',
      { preparation: samplePreparation({ school_classes: null }) },
      [maple],
    ],
  ])('is not offered to a teacher %s', async (_, fields, classes) => {
    const kept = { tenant_id, preparation_id: samplePreparation().id, token: 'U'.repeat(43) };
    showThisTablet(fields, { kept }, classes);
    await screen.findByRole('rowheader');
    expect(screen.queryByRole('button', prepare)).toBeNull();
  });

  it('is said to be needed again where the browser lost it', async () => {
    showThisTablet({ preparation: samplePreparation({ school_classes: null }) });
    expect(await screen.findByText('Lost here: please prepare it again')).toBeTruthy();
    expect(screen.getByRole('button', prepare)).toBeTruthy();
  });
});

describe('a tablet that is prepared', () => {
  it('says for which classes, by whom and as of when it knows the cards', async () => {
    showTablets([
      sampleDevice({ preparation: samplePreparation({ last_pack_at: new Date().toISOString() }) }),
      sampleDevice({ name: 'Tablet 4', unsent: 1 }),
    ]);
    await screen.findAllByRole('rowheader');
    const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(first).toContain('Not prepared');
    expect(second).toMatch(/MapleCards as of \d.*By Tess Alder, /u);
  });

  it('is taken back after a question, and forgets at once where it is the one in the hand', async () => {
    const preparation = samplePreparation();
    const here = sampleDevice({ preparation });
    const kept = { tenant_id, preparation_id: preparation.id, token: 'U'.repeat(43) };
    const shown = showTablets([here], { device: new FakeDevice({ device_id: here.id }), kept });
    await choose(shown, 'Tablet 3', 'Take preparation back');
    const question = await screen.findByRole('dialog', { name: 'Take back the preparation of Tablet 3?' });
    expect(within(question).getByText(/^Children then need a network to sign in on it/u)).toBeTruthy();
    await shown.user.click(within(question).getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Not prepared')).toBeTruthy();
    expect(shown.tablet.kept).toBeNull();
  });

  it('leaves the tablet in the hand alone where it is another', async () => {
    const kept = { tenant_id, preparation_id: samplePreparation().id, token: 'U'.repeat(43) };
    const shown = showTablets([sampleDevice({ preparation: samplePreparation() })], {
      device: new FakeDevice(),
      kept,
    });
    await choose(shown, 'Tablet 3', 'Take preparation back');
    await shown.user.click(await screen.findByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Not prepared')).toBeTruthy();
    expect(shown.tablet.kept).toEqual(kept);
  });

  it('stays prepared where the school cannot be reached', async () => {
    const shown = showTablets([sampleDevice({ preparation: samplePreparation() })]);
    await choose(shown, 'Tablet 3', 'Take preparation back');
    shown.school.failure = noNetwork;
    await shown.user.click(await screen.findByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('Failed to take the preparation back')).toBeTruthy();
    expect(screen.getByText('Maple')).toBeTruthy();
  });

  it('is not prepared any more when it is taken off the list, and says so before', async () => {
    const shown = showTablets([sampleDevice({ preparation: samplePreparation() })]);
    await choose(shown, 'Tablet 3', 'Take off the list');
    expect(await screen.findByText(/It is not prepared any more then\.$/u)).toBeTruthy();
  });

  it('that is not prepared has nothing to take back', async () => {
    const { user } = showTablets([sampleDevice()]);
    await user.click(await screen.findByRole('button', { name: 'Actions for Tablet 3' }));
    await screen.findByRole('menuitem', { name: 'Rename' });
    expect(screen.queryByRole('menuitem', { name: 'Take preparation back' })).toBeNull();
  });
});

describe('a paused tablet', () => {
  const paused = samplePreparation({ is_paused: true, may_keep: true });

  it('is kept in one tap, with all others that are paused', async () => {
    const ids = ['01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000d2'];
    const { school, user } = showTablets([
      ...ids.map((id, place) => sampleDevice({ id, name: `Tablet ${place + 1}`, preparation: paused })),
      sampleDevice({ name: 'Tablet 9', preparation: samplePreparation() }),
    ]);
    expect(await screen.findByText('2 tablets paused')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep these tablets' }));
    expect(await screen.findByText('Tablets kept')).toBeTruthy();
    const asked = school.asked.filter(([name]) => name === 'devices.keepPreparations');
    expect(asked).toEqual([['devices.keepPreparations', { body: { device_ids: ids } }]]);
    expect(screen.queryByText('2 tablets paused')).toBeNull();
  });

  it('stays paused where the school cannot be reached, or the reader may not keep it', async () => {
    const { school, user } = showTablets([sampleDevice({ preparation: paused })]);
    const button = await screen.findByRole('button', { name: 'Keep these tablets' });
    school.failure = noNetwork;
    await user.click(button);
    expect(await screen.findByText('The tablets could not be kept')).toBeTruthy();
    cleanup();
    useTabletsStore.setState(useTabletsStore.getInitialState());
    showTablets([sampleDevice({ preparation: { ...paused, may_keep: false } })]);
    expect(await screen.findByText('Please ask your administrator to keep them.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep these tablets' })).toBeNull();
  });

  it('cannot be prepared by a guest', async () => {
    const visiting = { home: 'A Trust', host: 'trust.localhost', is_platform: false };
    useSessionStore.setState({ user: { ...somebody('school_admin'), visiting } });
    showTablets([sampleDevice({ name: 'Tablet 1' })]);
    expect(await screen.findByText('Tablet 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Prepare this tablet' })).toBeNull();
  });
});
