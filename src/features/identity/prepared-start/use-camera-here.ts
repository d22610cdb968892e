import { useEffect, useState } from 'react';

/**
 * `none`: there is none that a page may use. `granted`: it may run without a question. `prompt`: somebody has to allow it, or the
 * browser does not say.
 */
type CameraHere = 'none' | 'granted' | 'prompt';

// TypeScript's library believes that every page has them; one without https has not.
const browser: Partial<Pick<Navigator, 'mediaDevices' | 'permissions'>> = navigator;

async function hasCamera(): Promise<boolean> {
  const devices = (await browser.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return devices.some(({ kind }) => kind === 'videoinput');
}

/** Null where the browser does not tell: some know permissions, and none of this name. */
async function permission(): Promise<PermissionStatus | null> {
  return (await browser.permissions?.query({ name: 'camera' }).catch(() => null)) ?? null;
}

/** Whether this tablet has a camera, and may use it unasked. Null for the moment in which it is looked. */
export function useCameraHere(): CameraHere | null {
  const [camera, setCamera] = useState<CameraHere | null>(null);

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const look = async () => {
      const [isThere, status] = await Promise.all([hasCamera(), permission()]);
      if (signal.aborted) return;
      setCamera(isThere ? (status?.state === 'granted' ? 'granted' : 'prompt') : 'none');
      return status;
    };
    const lookAgain = () => void look();
    void look().then((status) => status?.addEventListener('change', lookAgain, { signal }));
    browser.mediaDevices?.addEventListener('devicechange', lookAgain, { signal });
    return () => left.abort();
  }, []);

  return camera;
}
