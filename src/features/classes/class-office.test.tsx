import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Role } from '#contract/kit/roles.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import type { Member } from '#contract/members/members.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleClass, sampleProfile, sampleStudent } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { ArchivedClassesScreen } from './archived-classes.screen.tsx';
import { ArchivedClass } from './archived-class.tsx';
import { ClassListTools } from './class-list-tools.tsx';
import { ClassTools } from './class-tools.tsx';

const member = (id: string, first_name: string, role: Member['role']): Member => ({
  id,
  first_name,
  last_name: 'Marsh',
  email: `${first_name}@school.test`,
  role,
  country: null,
  avatar: null,
  archived_at: null,
  last_login: null,
});
const helen = member('01900000-0000-7000-8000-0000000000a1', 'Helen', 'school_admin');
const tess = member('01900000-0000-7000-8000-0000000000a2', 'Tess', 'teacher');
const trust = member('01900000-0000-7000-8000-0000000000a3', 'Imani', 'organization_admin');

/** The school as far as classes go. Set `failure` and it answers with that. */
class School implements ApiClient {
  readonly calls: [string, unknown][] = [];
  failure: Error | null = null;

  call: ApiClient['call'] = async (endpoint, input) => {
    if (this.failure) throw this.failure;
    this.calls.push([endpoint.name, input]);
    const answers: Record<string, unknown> = {
      [memberEndpoints.list.name]: { count: 3, next: null, results: [helen, tess, trust] },
      [classEndpoints.replaceCode.name]: sampleClass({ class_id: 'NWCDXK47' }),
    };
    return (answers[endpoint.name] ?? {}) as never;
  };
}

function signInAs(role: Role) {
  useSessionStore.setState({ user: sampleProfile({ role }) });
}

let replica: FakeReplica;
let school: School;
const maple = sampleClass({ class_theme: '#4180ca' });

beforeEach(() => {
  replica = new FakeReplica();
  replica.putClass(maple, [sampleStudent(maple)]);
  school = new School();
  signInAs('school_admin');
});

function showTools(schoolClass = maple) {
  return renderScreen(<ClassTools schoolClass={schoolClass} api={school} />, { replica });
}

async function choose(action: string) {
  const { user } = showTools();
  await user.click(screen.getByRole('button', { name: 'Manage Maple' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
  return user;
}

/** @returns `pull` too, with which the row changes under the dialog */
async function chooseWhilePulled(action: string) {
  let pull: (row: SchoolClass) => void = () => undefined;
  function Page() {
    const [row, setRow] = useState(maple);
    pull = setRow;
    return <ClassTools schoolClass={row} api={school} />;
  }
  const { user } = renderScreen(<Page />, { replica });
  await user.click(screen.getByRole('button', { name: 'Manage Maple' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
  return { user, pull };
}

const namesOfMenu = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

describe('what is done to a class', () => {
  it('is all of it for those who run the school, and name and colour for its teacher', async () => {
    const { user, unmount } = showTools();
    await user.click(screen.getByRole('button', { name: 'Manage Maple' }));
    expect(namesOfMenu()).toEqual(['Edit name and colour', 'Teachers', 'New class code', 'Archive class']);
    unmount();
    signInAs('teacher');
    const teacher = showTools();
    await teacher.user.click(screen.getByRole('button', { name: 'Manage Maple' }));
    expect(namesOfMenu()).toEqual(['Edit name and colour']);
  });

  it('says what has to wait for the network, and does the rest without', async () => {
    replica.say({ reachable: false });
    const { user } = showTools();
    await user.click(screen.getByRole('button', { name: 'Manage Maple' }));
    expect(namesOfMenu()).toEqual([
      'Edit name and colour',
      'TeachersNeeds the network',
      'New class codeNeeds the network',
      'Archive class',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Archive class' }));
    await user.click(await screen.findByRole('button', { name: 'Archive' }));
    expect(replica.queued).toEqual([['classes.archive', { params: { id: maple.id } }]]);
    expect(await screen.findByText('Maple archived')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(replica.queued[1]).toEqual(['classes.restore', { params: { id: maple.id } }]);
    expect(await screen.findByText('Maple restored')).toBeTruthy();
  });

  it('waits with teachers and code for a class that the school has not got yet', async () => {
    const { user } = showTools(sampleClass({ class_id: null }));
    await user.click(screen.getByRole('button', { name: 'Manage Maple' }));
    expect(namesOfMenu()).toContain('TeachersOnce the school has the class');
  });

  it('changes what was changed and nothing else', async () => {
    const user = await choose('Edit name and colour');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Maple' });
    await user.click(within(dialog).getByRole('radio', { name: 'Teal' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(replica.queued).toEqual([
        ['classes.recolour', { params: { id: maple.id }, body: { class_theme: '#2a8c94' } }],
      ]),
    );
  });

  it('asks for a name, and keeps what was typed when the device cannot save', async () => {
    const user = await choose('Edit name and colour');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Maple' });
    const name = within(dialog).getByLabelText(/^Name/u);
    await user.clear(name);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Please enter a name')).toBeTruthy();
    replica.broken = new Error('full');
    await user.type(name, 'Elm');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update the class')).toBeTruthy();
    expect((name as HTMLInputElement).value).toBe('Elm');
  });

  it('gives it a lead and co-teachers from the staff of the school, without guests of a trust', async () => {
    const user = await choose('Teachers');
    const dialog = await screen.findByRole('dialog', { name: 'Teachers of Maple' });
    await user.selectOptions(await within(dialog).findByLabelText('Lead teacher'), 'Tess Marsh');
    expect(within(dialog).queryByRole('checkbox', { name: /Imani/u })).toBeNull();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Helen Marsh (administrator)' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Teachers assigned')).toBeTruthy();
    expect(school.calls.at(-1)).toEqual([
      'classes.assignTeachers',
      { params: { id: maple.id }, body: { lead_teacher_id: tess.id, co_teacher_ids: [helen.id] } },
    ]);
    expect(replica.syncs).toBe(1);
  });

  it('keeps a name that another tab gave it meanwhile', async () => {
    const { user, pull } = await chooseWhilePulled('Edit name and colour');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Maple' });
    await user.click(within(dialog).getByRole('radio', { name: 'Teal' }));
    act(() => pull({ ...maple, name: 'Elm' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(replica.queued).toEqual([
        ['classes.recolour', { params: { id: maple.id }, body: { class_theme: '#2a8c94' } }],
      ]),
    );
  });

  it('keeps a co-teacher whom another tab added meanwhile', async () => {
    const { user, pull } = await chooseWhilePulled('Teachers');
    const dialog = await screen.findByRole('dialog', { name: 'Teachers of Maple' });
    await user.selectOptions(await within(dialog).findByLabelText('Lead teacher'), 'Tess Marsh');
    act(() => pull({ ...maple, co_teachers: [helen] }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Teachers assigned')).toBeTruthy();
    expect(school.calls.at(-1)).toEqual([
      'classes.assignTeachers',
      { params: { id: maple.id }, body: { lead_teacher_id: tess.id, co_teacher_ids: [helen.id] } },
    ]);
  });

  it('says so where the staff cannot be had, and asks again', async () => {
    school.failure = new TypeError('Failed to fetch');
    const user = await choose('Teachers');
    expect(await screen.findByText('Failed to fetch your colleagues')).toBeTruthy();
    school.failure = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Lead teacher')).toBeTruthy();
  });

  it('replaces the code after a question that names the old one, and says the new one', async () => {
    const user = await choose('New class code');
    expect(await screen.findByText(/^The code MAPXE247 stops working at once/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Make a new code' }));
    expect(await screen.findByText('The new class code is NWCDXK47')).toBeTruthy();
  });

  it('says why the school refused', async () => {
    const user = await choose('New class code');
    const body = { code: 'classes.archived', error: 'This class is archived.', errors: {}, request_id: '1' };
    school.failure = new ApiProblem(409, body, null);
    await user.click(await screen.findByRole('button', { name: 'Make a new code' }));
    expect(await screen.findByText('Failed to replace the class code')).toBeTruthy();
    expect(screen.getByText('This class is archived.')).toBeTruthy();
  });
});

describe('a new class', () => {
  function showList() {
    return renderScreen(<ClassListTools api={school} />, { replica, address: '/admin-school/classes' });
  }

  it('is made with a name, a colour that no other has yet, and its lead; and its page opens', async () => {
    const { user } = showList();
    await user.click(screen.getByRole('button', { name: 'Create class' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create a class' });
    await user.type(within(dialog).getByLabelText(/^Name/u), ' Elm ');
    await user.selectOptions(await within(dialog).findByLabelText('Lead teacher'), 'Tess Marsh');
    await user.click(within(dialog).getByRole('button', { name: 'Create class' }));
    await screen.findByText('Class created');
    const [[name, input] = []] = replica.queued;
    const { body } = input as { body: { id: string } };
    expect(name).toBe('classes.create');
    expect(body).toEqual({
      id: body.id,
      name: 'Elm',
      class_theme: '#b5523b',
      lead_teacher_id: tess.id,
    });
    await untilAddressIs(`/admin-school/classdetails?id=${body.id}`);
    expect(replica.read(`class:${body.id}`, 'classes').rows).toMatchObject([{ name: 'Elm', class_id: null }]);
  });

  it('is made without a network too, and says when its teacher can be chosen', async () => {
    school.failure = new TypeError('Failed to fetch');
    const { user } = showList();
    await user.click(screen.getByRole('button', { name: 'Create class' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create a class' });
    expect(await within(dialog).findByText(/^Who teaches it can be chosen on the page/u)).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/^Name/u), 'Elm');
    await user.click(within(dialog).getByRole('button', { name: 'Create class' }));
    await waitFor(() => expect(replica.queued).toHaveLength(1));
    expect(replica.queued[0]?.[1]).not.toHaveProperty('body.lead_teacher_id');
  });
});

describe('a class that ended', () => {
  const oak = sampleClass({
    name: 'Oak',
    no_of_students: 28,
    archived_at: '2026-07-10T12:00:00.000Z',
    archived_by: { first_name: 'Helen', last_name: 'Marsh' },
  });

  it('is on a list of its own, from where it comes back', async () => {
    replica.putArchived(oak);
    const { user } = renderScreen(<ArchivedClassesScreen />, {
      replica,
      address: '/admin-school/classes?show=archived',
    });
    expect(screen.getByRole('link', { name: 'Oak' }).getAttribute('href')).toBe(
      `/admin-school/classdetails?id=${oak.id}`,
    );
    expect(screen.queryByText('Maple')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Restore Oak' }));
    expect(replica.queued).toEqual([['classes.restore', { params: { id: oak.id } }]]);
    expect(await screen.findByText('No class is archived')).toBeTruthy();
  });

  it('says on its page since when, and by whom', () => {
    renderScreen(<ArchivedClass schoolClass={oak} />, { replica });
    expect(screen.getByText(/^Archived .*, by Helen Marsh$/u)).toBeTruthy();
    act(() => replica.setPopulated(true));
  });
});
