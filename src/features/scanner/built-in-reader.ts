import type { CodeReader } from './code-reader.ts';

/** Of the Barcode Detection API, as far as it is needed; TypeScript's library does not have it. */
interface Detector {
  detect(picture: ImageBitmapSource): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const format = 'qr_code';

/** The browser's own, which uses what the operating system has. */
export async function openBuiltInReader(): Promise<CodeReader> {
  const { BarcodeDetector: BuiltIn } = globalThis as { BarcodeDetector?: DetectorClass };
  // Some have the class and, for want of a part of the operating system, no format.
  const formats = (await BuiltIn?.getSupportedFormats()) ?? [];
  if (!BuiltIn || !formats.includes(format)) throw new Error('This browser reads no QR codes by itself');
  const detector = new BuiltIn({ formats: [format] });
  return {
    read: async (picture) => {
      const found = await detector.detect(picture);
      return [...new Set(found.map(({ rawValue }) => rawValue))];
    },
    close: () => undefined,
  };
}
