import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choosesPage, fetchPage, lazyPage, loadPatiently, onCodeStaysMissing } from './late-code.ts';

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('code without which a page stands', () => {
  it('is asked for again after a while, for as long as nobody answers', async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(missing())
      .mockRejectedValueOnce(missing());
    load.mockResolvedValue('code');
    const loaded = loadPatiently(load);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(loaded).resolves.toBe('code');
  });

  it('is asked for as soon as the network is back', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing()).mockResolvedValue('code');
    const loaded = loadPatiently(load);
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('online'));
    await expect(loaded).resolves.toBe('code');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has the page loaded anew where asking does not help', async () => {
    const reload = vi.fn<() => void>();
    onCodeStaysMissing(reload);
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(missing());
    void loadPatiently(load);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(load).toHaveBeenCalledTimes(4);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('fails where it was there and failed', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('A mistake of ours'));
    await expect(loadPatiently(load)).rejects.toThrow('A mistake of ours');
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('a page that chooses among others', () => {
  it('has the code of the one that it shows now asked for with it', () => {
    const loads = { child: vi.fn<() => Promise<() => null>>(), adult: vi.fn<() => Promise<() => null>>() };
    for (const load of Object.values(loads)) load.mockResolvedValue(() => null);
    const [Child, Adult] = [lazyPage(loads.child), lazyPage(loads.adult)];
    let isChild = true;
    const choose = () => (isChild ? <Child /> : <Adult />);
    const Page = () => choose();
    choosesPage(Page, choose);
    fetchPage(<Page />);
    expect(loads.child).toHaveBeenCalledTimes(1);
    expect(loads.adult).not.toHaveBeenCalled();
    isChild = false;
    fetchPage(<Page />);
    expect(loads.adult).toHaveBeenCalledTimes(1);
  });
});
