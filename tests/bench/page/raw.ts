import { nextFrame } from './rows.ts';

/** As large as a call that waits, and not sealed. */
export function rawCall(name: string): unknown {
  return {
    mutation_id: crypto.randomUUID(),
    name,
    v: 1,
    queued_at: new Date().toISOString(),
    sealed: { nonce: new Uint8Array(12), data: new ArrayBuffer(250) },
    state: 'waiting',
  };
}

export async function framesUntil(isShown: () => boolean): Promise<number> {
  for (let frames = 0; frames < 600; frames += 1) {
    await nextFrame();
    if (isShown()) return frames;
  }
  throw new Error('The change was not shown');
}
