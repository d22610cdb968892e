import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiClient } from '#src/session/api.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { until } from '#tests/support/until.ts';
import { reloadForMissingCode } from './reload-for-code.ts';

/** A school that answers when it is told to, and a page that only counts how often it is loaded again. */
function standIns() {
  let answer: (value: unknown) => void = () => {};
  const answered = new Promise<unknown>((resolve) => (answer = resolve));
  const asked = vi.spyOn(apiClient, 'call').mockImplementation(() => answered);
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { host: window.location.host, reload });
  return { asked, reload, answer: () => answer({}) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

describe('the page whose code is missing', () => {
  it('is loaded again once the school answered', async () => {
    const { asked, reload, answer } = standIns();
    reloadForMissingCode();
    expect(asked).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    answer();
    await until(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('stays where somebody began to type while the school was asked, and is loaded again when they are done', async () => {
    const { asked, reload, answer } = standIns();
    reloadForMissingCode();
    const form = renderHook(({ dirty }) => useDirtyForm(dirty), { initialProps: { dirty: true } });
    answer();
    await asked.mock.results[0]?.value;
    await new Promise((resolve) => setTimeout(resolve));
    expect(reload).not.toHaveBeenCalled();
    form.rerender({ dirty: false });
    reloadForMissingCode();
    await until(() => expect(reload).toHaveBeenCalledOnce());
  });
});
