import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PanelAuditEntry } from '#contract/panel/panel-audit.schema.ts';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { AuditScreen } from './audit.screen.tsx';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const tenant = { id: idOf(900), school_name: 'Greenfield Primary' };
const entry = (changed: Partial<PanelAuditEntry> = {}): PanelAuditEntry => ({
  id: idOf(1),
  tenant,
  at: '2026-11-03T10:00:00.000Z',
  action: 'students.renamed',
  actor: { id: idOf(2), name: 'Ana Ruiz', role: 'school_admin', is_guest: true },
  subject: { id: idOf(3), name: null, role: 'student', is_guest: false },
  ...changed,
});
const listCall = '/v1/panel/audit/';
const entryCall = `${listCall}${tenant.id}/${idOf(1)}/`;
type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];

function open(answers: Answers, address = '/') {
  const server = new FakeSchoolServer(answers);
  const actions = ['mail.lifted', 'students.renamed'];
  return { server, ...renderScreen(<AuditScreen actions={actions} />, { address }) };
}

const page = (results: readonly PanelAuditEntry[]) => ({
  body: { results, next: null, count: results.length },
});

describe('the audit of all schools', () => {
  it('says who did what to whom, and names no child', async () => {
    open({ [`GET ${listCall}`]: () => page([entry(), entry({ id: idOf(4), actor: null, subject: null })]) });
    const [first, second] = await screen.findAllByRole('rowheader');
    expect(first?.textContent).toContain('Students: renamed');
    const row = first?.closest('tr')?.textContent ?? '';
    expect(row).toContain('Ana Ruiz, guest');
    expect(row).toContain('A student of Greenfield Primary');
    expect(second?.closest('tr')?.textContent).toContain('–');
  });

  it('is narrowed down by what the address says', async () => {
    const { server, user } = open(
      { [`GET ${listCall}`]: () => page([entry()]) },
      '/?from=2026-11-01&to=oops',
    );
    await screen.findByRole('rowheader');
    await user.type(screen.getByRole('searchbox'), 'ana{Enter}');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Mail: lifted');
    await untilAddressIs('/?from=2026-11-01&to=oops&q=ana&action=mail.lifted');
    await waitFor(() =>
      expect(server.askedFor(listCall).at(-1)?.query).toEqual({
        who: 'ana',
        action: 'mail.lifted',
        from: '2026-11-01',
      }),
    );
  });

  it('shows the details of one entry when they are asked for', async () => {
    const { server, user } = open({
      [`GET ${listCall}`]: () => page([entry()]),
      [`GET ${entryCall}`]: () => ({
        body: { subject_id: idOf(3), details: [{ name: 'from', value: 'Anna' }] },
      }),
    });
    const button = await screen.findByRole('button', { name: 'Details of Students: renamed' });
    expect(server.askedFor(entryCall)).toEqual([]);
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Students: renamed' });
    expect(await within(dialog).findByText('Anna')).toBeTruthy();
    expect(dialog.textContent).toContain('That you looked stands in the audit.');
    expect(server.askedFor(entryCall)).toHaveLength(1);
  });

  it('asks for a word where too much is found', async () => {
    open({ [`GET ${listCall}`]: () => refusalOf(panelProblems.too_wide) });
    expect(await screen.findByText('Please add a word.')).toBeTruthy();
  });
});
