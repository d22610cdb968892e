import { useSyncExternalStore } from 'react';
import { canAskToInstall, isInstalled, subscribeToInstall } from '#src/session/install-prompt.ts';
import { installWay, type InstallWay } from './install-way.ts';

/** How the app is put on the home screen in this browser, right now. */
export function presentInstallWay(): InstallWay {
  const { userAgent, maxTouchPoints } = navigator;
  return installWay({
    userAgent,
    maxTouchPoints,
    isInstalled: isInstalled(),
    isSecure: window.isSecureContext,
    canAsk: canAskToInstall(),
  });
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribeToInstall, presentInstallWay);
}
