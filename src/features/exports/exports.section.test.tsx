import { screen, within } from '@testing-library/react';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { exportProblems } from '#contract/exports/exports.problems.ts';
import type { TenantExport } from '#contract/exports/exports.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import type { ExportCalls } from './exports.calls.ts';
import { ExportsSection } from './exports.section.tsx';

const waiting: TenantExport = {
  id: uuidv7(),
  state: 'waiting',
  is_by_platform: false,
  asked_at: '2026-11-27T09:00:00.000Z',
  ready_at: null,
  expires_at: '2026-12-04T09:00:00.000Z',
  rows_done: 250,
  rows_total: 1000,
  parts: [],
};
const part = (number: number) => ({ part: number, bytes: 2_500_000, sha256: 'a'.repeat(64) });

function callsWith(rows: TenantExport[]) {
  const shown = [...rows];
  return {
    list: vi.fn<ExportCalls['list']>(async () => [...shown]),
    start: vi.fn<ExportCalls['start']>(async () => {
      shown.unshift(waiting);
      return waiting;
    }),
    linkOf: vi.fn<ExportCalls['linkOf']>(async () => '#download'),
  };
}

beforeEach(() => useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready' }));

describe('exports of a school', () => {
  it('are asked for after a question, and show how much is written', async () => {
    const calls = callsWith([]);
    const { user } = renderScreen(<ExportsSection calls={calls} reasonFor={null} />);
    await user.click(await screen.findByRole('button', { name: 'Export…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export everything?' });
    within(dialog).getByText(/They hold names of children/u);
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await screen.findByText(/25 % is written/u);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export…' }).disabled).toBe(true);
  });

  it('are asked for by the platform with a reason', async () => {
    const calls = callsWith([]);
    const { user } = renderScreen(<ExportsSection calls={calls} reasonFor={uuidv7()} />);
    await user.click(await screen.findByRole('button', { name: 'Export…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    within(dialog).getByText('Please say why');
    expect(calls.start).not.toHaveBeenCalled();
    await user.type(within(dialog).getByLabelText('Reason'), 'They asked');
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    expect(calls.start).toHaveBeenCalledWith('They asked');
  });

  it('keep the dialog and its reason where there is no network', async () => {
    const calls = callsWith([]);
    const { user } = renderScreen(<ExportsSection calls={calls} reasonFor={uuidv7()} />);
    await user.click(await screen.findByRole('button', { name: 'Export…' }));
    calls.start.mockRejectedValueOnce(new NoNetworkError('none', false));
    calls.list.mockRejectedValue(new NoNetworkError('none', false));
    const reason = within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Reason');
    await user.type(reason, 'They asked');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    await screen.findByText('The export could not be started');
    expect(reason.isConnected).toBe(true);
    expect(reason.value).toBe('They asked');
  });

  it('are downloaded part by part, each by a link of its own', async () => {
    const ready = {
      ...waiting,
      state: 'ready' as const,
      ready_at: waiting.asked_at,
      parts: [part(1), part(2)],
    };
    const calls = callsWith([ready]);
    const { user } = renderScreen(<ExportsSection calls={calls} reasonFor={null} />);
    await user.click(await screen.findByRole('button', { name: /Download part 2 of 2/u }));
    expect(calls.linkOf).toHaveBeenCalledWith(ready.id, 2);
  });

  it('say what went wrong, and are fetched again once there is a network', async () => {
    const calls = callsWith([{ ...waiting, state: 'failed' }]);
    const { status, code, error } = exportProblems.under_way;
    calls.start.mockRejectedValueOnce(
      new ApiProblem(status, { code, error, errors: {}, request_id: 'r' }, null),
    );
    calls.list.mockRejectedValueOnce(new NoNetworkError('none', false));
    const { user } = renderScreen(<ExportsSection calls={calls} reasonFor={null} />);
    await user.click(await screen.findByRole('button', { name: /again/iu }));
    await screen.findByText(/did not work/u);
    await user.click(screen.getByRole('button', { name: 'Export…' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Export' }));
    expect(await screen.findByText('The export could not be started')).toBeTruthy();
  });
});
