import { useCallback, useState } from 'react';

/** Which rows of a list are picked, by their keys. */
export interface Selection {
  picked: ReadonlySet<string>;
  pick: (keys: readonly string[], isPicked: boolean) => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

export function useSelection(): Selection {
  const [picked, setPicked] = useState(none);
  const pick = useCallback((keys: readonly string[], isPicked: boolean) => {
    setPicked((before) => {
      const after = new Set(before);
      for (const key of keys) {
        if (isPicked) after.add(key);
        else after.delete(key);
      }
      return after;
    });
  }, []);
  const clear = useCallback(() => setPicked(none), []);
  return { picked, pick, clear };
}
