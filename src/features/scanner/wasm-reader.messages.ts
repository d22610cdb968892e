/** To the worker. */
export interface ReadRequest {
  id: number;
  picture: ImageBitmap;
}

/** From the worker: first whether it works at all, then one answer to each request. */
export type WasmReaderMessage =
  | { is: 'ready' }
  | { is: 'unavailable'; reason: string }
  | { is: 'read'; id: number; texts: readonly string[] }
  | { is: 'failed'; id: number; reason: string };
