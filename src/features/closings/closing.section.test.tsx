import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closingProblems } from '#contract/closings/closings.problems.ts';
import type { Closing } from '#contract/closings/closings.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { ApiProblem, NoNetworkError } from '#src/sync/api-client.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ClosingSection } from './closing.section.tsx';
import { daysUntil, mayConfirm } from './closing.words.ts';
import type { ClosingCalls } from './closings.calls.ts';

const open: Closing = {
  school_name: 'Greenfield',
  people: { students: 83, staff: 6 },
  ask: null,
  closing: null,
  gone_at: null,
};
const ask = {
  is_by_platform: false,
  reason: 'We move',
  asked_at: '2020-01-01T09:00:00.000Z',
  is_mine: true,
  needs: 'code',
  from: '2020-01-01T09:00:00.000Z',
} as const;
const closing = {
  is_by_platform: false,
  reason: 'We move',
  begun_at: '2020-01-01T09:00:00.000Z',
  due_at: '2999-01-31T09:00:00.000Z',
  waits_for: [],
  write_off: null,
};

/** Does what it is asked, from one state to the next. */
function callsWith(by: ClosingCalls['by'], first: Closing) {
  let state = first;
  const move = (next: Partial<Closing>) => async () => {
    state = { ...state, ...next };
    return state;
  };
  const asked = by === 'school' ? ask : { ...ask, is_by_platform: true, needs: 'second' as const };
  return {
    by,
    read: vi.fn<ClosingCalls['read']>(async () => state),
    ask: vi.fn<ClosingCalls['ask']>(move({ ask: asked })),
    confirm: vi.fn<ClosingCalls['confirm']>(move({ ask: null, closing })),
    keep: vi.fn<ClosingCalls['keep']>(move({ ask: null, closing: null })),
  };
}

beforeEach(() => useSessionStore.setState({ ...useSessionStore.getInitialState(), status: 'ready' }));

describe('the end of a school', () => {
  it('is asked for by the school with its password, confirmed by a code, and taken back', async () => {
    const calls = callsWith('school', open);
    const { user } = renderScreen(<ClosingSection calls={calls} />);
    await user.click(await screen.findByRole('button', { name: 'Close…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close Greenfield?' });
    within(dialog).getByText(/^83 students and 6 staff of Greenfield can sign in .* This cannot be undone/u);
    await user.click(within(dialog).getByRole('button', { name: 'Ask to close' }));
    within(dialog).getByText('Please type your password');
    await user.type(within(dialog).getByLabelText('Reason'), 'We move');
    await user.type(within(dialog).getByLabelText('Your password'), 'Secret');
    await user.click(within(dialog).getByRole('button', { name: 'Ask to close' }));
    expect(calls.ask).toHaveBeenCalledWith({ reason: 'We move', password: 'Secret', name: '' });

    await user.click(await screen.findByRole('button', { name: 'Confirm…' }));
    const second = await screen.findByRole('dialog', { name: 'Close Greenfield?' });
    await user.click(within(second).getByRole('button', { name: 'Close the school' }));
    within(second).getByText('The code has six digits');
    const { status, code, error } = closingProblems.wrong_code;
    calls.confirm.mockRejectedValueOnce(
      new ApiProblem(status, { code, error, errors: { code: [error] }, request_id: 'r' }, null),
    );
    await user.type(within(second).getByLabelText('Code from the email'), '123456');
    await user.click(within(second).getByRole('button', { name: 'Close the school' }));
    await within(second).findByText(error);
    // Said at its field, and not on the button that tries again as well.
    expect(screen.queryByText('Greenfield could not be closed')).toBeNull();
    await user.click(within(second).getByRole('button', { name: 'Close the school' }));
    await screen.findByText(/^Closing: everybody can read until /u);

    await user.click(screen.getByRole('button', { name: 'Keep the school…' }));
    const keep = await screen.findByRole('dialog', { name: 'Keep Greenfield?' });
    await user.click(within(keep).getByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('button', { name: 'Close…' })).toBeTruthy();
  });

  it('says which money the deletion waits for', async () => {
    const waits_for = [
      { what: 'refunds', count: 2 },
      { what: 'shares', count: 1 },
    ] as const;
    const calls = callsWith('platform', { ...open, closing: { ...closing, waits_for: [...waits_for] } });
    renderScreen(<ClosingSection calls={calls} />);
    const said = await screen.findByText(/^Nothing is deleted before/u);
    expect(said.textContent).toBe(
      'Nothing is deleted before this money is settled: 2 refunds on their way, 1 share of the school that was not paid out.',
    );
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Pay the school its share, or record that it was sent', '/admin-panel/charities-dashboard'],
      ['The school has no bank account? Give the buyers their money back', '/admin-panel/orders'],
    ]);
  });

  it('writes off what it can be paid no more: one asks with the name typed, another confirms', async () => {
    const amounts = [{ amount: 1240, currency: 'EUR' }];
    const writeOff = { amounts, ask: null };
    const due = { ...closing, waits_for: [{ what: 'shares', count: 1 } as const], write_off: writeOff };
    let state: Closing = { ...open, closing: due };
    const asks = {
      reason: 'No bank account',
      asked_at: ask.asked_at,
      from: ask.from,
      needs: 'second' as const,
    };
    const move = (next: Closing['closing']) => async () => {
      state = { ...state, closing: next };
      return state;
    };
    const calls = {
      ...callsWith('platform', state),
      read: async () => state,
      writeOff: {
        ask: vi.fn(move({ ...due, write_off: { amounts, ask: { ...asks, is_mine: false } } })),
        confirm: vi.fn(move({ ...due, waits_for: [], write_off: null })),
      },
    };
    const { user } = renderScreen(<ClosingSection calls={calls} />);
    await user.click(await screen.findByRole('button', { name: 'Write off €12.40…' }));
    const asking = await screen.findByRole('dialog', { name: 'Write off €12.40 of Greenfield?' });
    await user.click(within(asking).getByRole('button', { name: 'Ask to write it off' }));
    within(asking).getByText('Please say why');
    await user.type(within(asking).getByLabelText('Reason'), 'No bank account');
    await user.type(within(asking).getByLabelText('Name of the school'), 'Greenfield');
    await user.click(within(asking).getByRole('button', { name: 'Ask to write it off' }));
    expect(calls.writeOff.ask).toHaveBeenCalledWith({
      reason: 'No bank account',
      name: 'Greenfield',
      amounts,
    });

    await screen.findByText(/^An administrator asked to write it off\. Please confirm it/u);
    await user.click(screen.getByRole('button', { name: 'Confirm…' }));
    const confirming = await screen.findByRole('dialog', { name: 'Write off €12.40 of Greenfield?' });
    await user.click(within(confirming).getByRole('button', { name: 'Write it off' }));
    within(confirming).getByText('Please type the name exactly as it is shown');
    await user.type(within(confirming).getByLabelText('Name of the school'), 'Greenfield');
    await user.click(within(confirming).getByRole('button', { name: 'Write it off' }));
    expect(calls.writeOff.confirm).toHaveBeenCalledWith({ name: 'Greenfield', code: '', amounts });
    await screen.findByText('The money is written off');
    expect(screen.queryByRole('button', { name: /^Write off/u })).toBeNull();
  });

  it('leads the school to no list of the platform', async () => {
    const waits_for = [{ what: 'shares', count: 1 } as const];
    renderScreen(
      <ClosingSection calls={callsWith('school', { ...open, closing: { ...closing, waits_for } })} />,
    );
    await screen.findByText(/^Nothing is deleted before/u);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('needs the name typed by the platform, and another administrator to confirm it', async () => {
    const calls = callsWith('platform', open);
    const { user } = renderScreen(<ClosingSection calls={calls} />);
    await user.click(await screen.findByRole('button', { name: 'Close…' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Reason'), 'Not paid');
    await user.type(within(dialog).getByLabelText('Name of the school'), 'Green');
    await user.click(within(dialog).getByRole('button', { name: 'Ask to close' }));
    within(dialog).getByText('Please type the name exactly as it is shown');
    expect(calls.ask).not.toHaveBeenCalled();
    await user.type(within(dialog).getByLabelText('Name of the school'), 'field');
    await user.click(within(dialog).getByRole('button', { name: 'Ask to close' }));
    await screen.findByText(/Another administrator of the platform has to confirm it/u);
    expect(screen.queryByRole('button', { name: 'Confirm…' })).toBeNull();
  });

  it('of a suspended one lets nobody read in the meantime, and says so before and after', async () => {
    const asked = { ...ask, is_by_platform: true, needs: 'second', is_mine: false } as const;
    const calls = callsWith('platform', { ...open, ask: asked });
    const { user } = renderScreen(<ClosingSection calls={calls} isSuspended />);
    await user.click(await screen.findByRole('button', { name: 'Confirm…' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(
      /^83 students and 6 staff of Greenfield cannot sign in, because it is suspended\. /u,
    );
    await user.type(within(dialog).getByLabelText('Name of the school'), 'Greenfield');
    await user.click(within(dialog).getByRole('button', { name: 'Close the school' }));
    await screen.findByText(/^Closing, and suspended: nobody can sign in\. It can be kept until /u);
    expect(screen.queryByText(/can read|can be read/u)).toBeNull();
  });

  it('that the platform began is not taken back by the school', async () => {
    renderScreen(
      <ClosingSection
        calls={callsWith('school', { ...open, closing: { ...closing, is_by_platform: true } })}
      />,
    );
    await screen.findByText(/^Closing: everybody can read until /u);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('keeps the dialog and its reason where there is no network', async () => {
    const calls = callsWith('platform', { ...open, closing });
    const { user } = renderScreen(<ClosingSection calls={calls} />);
    await user.click(await screen.findByRole('button', { name: 'Keep the school…' }));
    calls.keep.mockRejectedValueOnce(new NoNetworkError('none', false));
    calls.read.mockRejectedValue(new NoNetworkError('none', false));
    const reason = within(await screen.findByRole('dialog')).getByLabelText<HTMLTextAreaElement>('Reason');
    await user.type(reason, 'They stay');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep' }));
    await screen.findByText('Greenfield could not be kept');
    expect(reason.isConnected).toBe(true);
    expect(reason.value).toBe('They stay');
  });

  it('says so without a network, and asks again', async () => {
    const calls = callsWith('school', open);
    calls.read.mockRejectedValueOnce(new NoNetworkError('none', false));
    const { user } = renderScreen(<ClosingSection calls={calls} />);
    await user.click(await screen.findByRole('button', { name: /again/iu }));
    expect(await screen.findByRole('button', { name: 'Close…' })).toBeTruthy();
  });

  it('counts days that have begun, and lets nobody confirm who may not', () => {
    const now = new Date('2026-11-27T12:00:00.000Z');
    expect(daysUntil('2026-11-28T11:00:00.000Z', now)).toBe(1);
    expect(daysUntil('2026-11-26T11:00:00.000Z', now)).toBe(0);
    expect(mayConfirm({ ask }, 'school', now)).toBe(true);
    expect(mayConfirm({ ask: { ...ask, is_mine: false } }, 'school', now)).toBe(false);
    expect(mayConfirm({ ask }, 'platform', now)).toBe(false);
    const justNow = { ...ask, asked_at: '2026-11-27T12:00:30.000Z', from: '2026-11-27T12:00:30.000Z' };
    expect(mayConfirm({ ask: justNow }, 'school', now)).toBe(true);
    const lone = { ...ask, is_by_platform: true, from: '2026-11-28T12:00:00.000Z' };
    expect(mayConfirm({ ask: lone }, 'platform', now)).toBe(false);
    const second = { ...lone, needs: 'second' as const };
    expect(mayConfirm({ ask: second }, 'platform', now)).toBe(false);
    expect(mayConfirm({ ask: { ...second, is_mine: false } }, 'platform', now)).toBe(true);
  });
});
