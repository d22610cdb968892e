import { useEffect, useEffectEvent, useState } from 'react';

const touches = ['pointerdown', 'keydown', 'touchmove', 'wheel'] as const;

/** True until nobody has touched the screen for so many milliseconds; to open or wake the page counts as a touch. */
export function useTouched(milliseconds: number, onQuiet: () => void): boolean {
  const [isTouched, setTouched] = useState(true);

  const quiet = useEffectEvent(() => {
    setTouched(false);
    onQuiet();
  });

  useEffect(() => {
    let timer = setTimeout(() => quiet(), milliseconds);
    const touch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => quiet(), milliseconds);
      setTouched(true);
    };
    const wake = () => {
      if (document.visibilityState === 'visible') touch();
    };
    const heard = new AbortController();
    const options = { capture: true, passive: true, signal: heard.signal };
    for (const name of touches) window.addEventListener(name, touch, options);
    document.addEventListener('visibilitychange', wake, { signal: heard.signal });
    return () => {
      clearTimeout(timer);
      heard.abort();
    };
  }, [milliseconds]);

  return isTouched;
}
