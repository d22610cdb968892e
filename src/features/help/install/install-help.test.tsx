import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceStorage } from '#src/session/device-storage.ts';
import { holdInstallPrompt } from '#src/session/install-prompt.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { untilAddressIs } from '#tests/support/until-shown.ts';
import { InstallHelp } from './install-help.tsx';
import { InstallHint, isInstallHintDue } from './install-hint.tsx';
import { InstallLink } from './install-link.tsx';

const chrome =
  'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** As it is before a test says what it answers. */
const askMedia = window.matchMedia;

function browse(userAgent: string, isApp = false) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(askMedia(media), { matches: isApp && media.includes('standalone') }),
  );
}

/** As Chromium offers it: once, and the answer comes from its own question. */
function offer(outcome: 'accepted' | 'dismissed') {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => ({ outcome })),
  });
  act(() => void window.dispatchEvent(event));
  return event;
}

beforeAll(holdInstallPrompt);

afterEach(() => {
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  deviceStorage.removeItem('installHint');
});

describe('help with installing', () => {
  it('names the steps of this browser', () => {
    browse(chrome);
    renderScreen(<InstallHelp />);
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('install sign');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is a button where the browser asks by itself, which keeps its own bar away', async () => {
    browse(chrome);
    const { user } = renderScreen(<InstallHelp />);
    const event = offer('accepted');
    expect(event.defaultPrevented).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Install the app' }));
    expect(event.prompt).toHaveBeenCalledOnce();
    await screen.findByText(/^It is being put there\./u);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('goes on with the steps where the person said no, because an offer is good once', async () => {
    browse(chrome);
    const { user } = renderScreen(<InstallHelp />);
    offer('dismissed');
    await user.click(await screen.findByRole('button', { name: 'Install the app' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  });

  it('says where else to go in a browser that cannot', () => {
    browse(firefox);
    renderScreen(<InstallHelp />);
    expect(screen.getByText(/^This browser cannot do it\./u)).toBeTruthy();
  });
});

describe('the hint', () => {
  it('is due once on a device, and leads to the article', async () => {
    browse(chrome);
    expect(isInstallHintDue()).toBe(true);
    const closed = vi.fn();
    const { user } = renderScreen(<InstallHint onClose={closed} />, { address: '/dashboard?option=x' });
    expect(isInstallHintDue()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Show me how' }));
    expect(closed).toHaveBeenCalledOnce();
    await untilAddressIs('/dashboard?option=x&help=install-the-app');
  });

  it('is never for the app itself, nor for a browser that cannot', () => {
    browse(chrome, true);
    expect(isInstallHintDue()).toBe(false);
    browse(firefox);
    expect(isInstallHintDue()).toBe(false);
  });
});

describe('the line on pages about devices', () => {
  it('leads to the article, and is not there in the app itself', async () => {
    browse(chrome);
    const { user, unmount } = renderScreen(<InstallLink />, { address: '/tablets' });
    await user.click(screen.getByRole('button', { name: 'Show me how' }));
    await untilAddressIs('/tablets?help=install-the-app');
    unmount();
    browse(chrome, true);
    renderScreen(<InstallLink />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
