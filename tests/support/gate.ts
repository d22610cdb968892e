/** Holds something up until it is opened. */
export function gate(): { passed: Promise<void>; open: () => void } {
  let pass: (() => void) | undefined;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { passed, open: () => pass?.() };
}
