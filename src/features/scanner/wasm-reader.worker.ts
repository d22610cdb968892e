import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { ReadRequest, WasmReaderMessage } from './wasm-reader.messages.ts';

// A picture takes this from 5 milliseconds up to a tenth of a second and more on an old tablet, and the preview must not
// stop for it.

function say(message: WasmReaderMessage): void {
  postMessage(message);
}

async function prepare(): Promise<void> {
  try {
    // Left alone it would fetch its module from somebody else's server.
    await prepareZXingModule({
      overrides: { locateFile: () => new URL(wasmAddress, self.location.href).href },
      fireImmediately: true,
    });
    say({ is: 'ready' });
  } catch (error) {
    say({ is: 'unavailable', reason: String(error) });
  }
}

const prepared = prepare();

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void prepared.then(() => answer(data));
});

/** As large as the picture; the same one for all pictures of a camera, which are of one size. */
let canvas = new OffscreenCanvas(1, 1);

function pixelsOf(picture: ImageBitmap): ImageData {
  const { width, height } = picture;
  if (canvas.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This device draws no pictures in a worker');
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, width, height);
}

async function answer({ id, picture }: ReadRequest): Promise<void> {
  try {
    const found = await readBarcodes(pixelsOf(picture), { formats: ['QRCode'] });
    say({ is: 'read', id, texts: [...new Set(found.map(({ text }) => text))] });
  } catch (error) {
    say({ is: 'failed', id, reason: String(error) });
  } finally {
    picture.close();
  }
}
