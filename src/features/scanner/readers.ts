import { openBuiltInReader } from './built-in-reader.ts';
import { openFirst, type CodeReader } from './code-reader.ts';
import { openWasmReader } from './wasm-reader.ts';

/** The best reader that this device has. @throws NoReaderError */
export function openReader(): Promise<CodeReader> {
  return openFirst([
    openBuiltInReader,
    () => openWasmReader(),
    // Only where the two above fail, so that nobody else fetches it.
    async () => (await import(/* part: aside */ './script-reader.ts')).openScriptReader(),
  ]);
}
