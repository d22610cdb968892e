import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
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

const detector = new BarcodeDetector({ formats: ['qr_code'] });

async function answer({ id, picture }: ReadRequest): Promise<void> {
  try {
    const found = await detector.detect(picture);
    say({ is: 'read', id, texts: [...new Set(found.map(({ rawValue }) => rawValue))] });
  } catch (error) {
    say({ is: 'failed', id, reason: String(error) });
  } finally {
    picture.close();
  }
}
