import { useEffect, useState, useSyncExternalStore } from 'react';
import { deviceStorage } from '#src/session/device-storage.ts';
import { Camera, type CameraEdge } from './camera.ts';

function browserEdge(): CameraEdge {
  // TypeScript's library believes that every page has them; one without https has not.
  const browser: Partial<Pick<Navigator, 'mediaDevices' | 'permissions'>> = navigator;
  return {
    devices: browser.mediaDevices,
    isSecure: window.isSecureContext,
    permissions: browser.permissions,
    page: document,
    storage: deviceStorage,
  };
}

/** The camera, from the first look at the component to its end. */
export function useCamera() {
  const [camera] = useState(() => new Camera(browserEdge()));
  useEffect(() => {
    camera.start();
    return () => camera.close();
  }, [camera]);
  return { camera, state: useSyncExternalStore(camera.subscribe, camera.state) };
}
