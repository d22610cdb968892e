interface Seen {
  /** As the operating system calls it; empty until the camera may be used. */
  label: string;
  /** `user`, `environment`, or nothing, as with most that are plugged in. */
  facingMode?: string | undefined;
}

const back = /\b(back|rear|environment|world)\b/iu;
const front = /\b(front|user|facetime|selfie)\b/iu;
/** Maker and product of something that is plugged in: `HD Webcam (046d:0825)`. */
const usbNumbers = /\s*\([0-9a-f]{4}:[0-9a-f]{4}\)\s*$/iu;

function isBack({ label, facingMode }: Seen): boolean {
  return facingMode === undefined ? back.test(label) : facingMode === 'environment';
}

/** People expect a mirror of a camera that looks at them, and a window of one that looks away from them. */
export function isMirror(camera: Seen): boolean {
  return !isBack(camera);
}

function plainName({ label }: Seen): string {
  if (back.test(label)) return 'Back camera';
  if (front.test(label)) return 'Front camera';
  return label.replace(usbNumbers, '').trim() || 'Camera';
}

/** A name for each, in the order given; those that would be called the same have a number: `Back camera 2`. */
export function cameraNames(cameras: readonly Seen[]): string[] {
  const names = cameras.map(plainName);
  return names.map((name, place) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    return `${name} ${names.slice(0, place + 1).filter((other) => other === name).length}`;
  });
}
