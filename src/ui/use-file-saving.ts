import { useState } from 'react';
import { saveFile } from './save-file.ts';

/** A file that was made on the device. */
interface MadeFile {
  name: string;
  blob: Blob;
  /** Whether boxes stand in it for letters that this device cannot draw. */
  hasBoxes: boolean;
}

type FileSaving<Type extends string> =
  | { step: 'idle' }
  | { step: 'busy'; type: Type }
  | { step: 'saved'; name: string; hasBoxes: boolean }
  | { step: 'failed'; why: string };

/** Makes a file and saves it. `explain` says in words why it could not be made. */
export function useFileSaving<Type extends string>(explain: (error: unknown) => string) {
  const [state, setState] = useState<FileSaving<Type>>({ step: 'idle' });
  async function save(type: Type, make: () => Promise<MadeFile>): Promise<void> {
    setState({ step: 'busy', type });
    try {
      const { name, blob, hasBoxes } = await make();
      saveFile(blob, name);
      setState({ step: 'saved', name, hasBoxes });
    } catch (error) {
      setState({ step: 'failed', why: explain(error) });
    }
  }
  return { state, save };
}
