import { readFile } from 'node:fs/promises';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { beforeAll, describe, expect, it } from 'vitest';
import { codesThatCount } from '#src/lib/login-card.ts';

const zoe = '{"username":"zoe-otter-42","password":"Ou6wGyi5f4MOMPc911NwAw"}';
const amelie = '{"username":"amelie-moth-24","password":"BEEbHDTdfc_CjSb4t4PntQ"}';

/** The shipped reader on a photograph of tests/support/card-photos. */
async function read(name: string): Promise<readonly string[]> {
  const photo = await readFile(`tests/support/card-photos/${name}.jpg`);
  const found = await readBarcodes(new Uint8Array(photo), { formats: ['QRCode'] });
  return codesThatCount(found.map(({ text }) => text));
}

describe('a photograph', () => {
  beforeAll(async () => {
    const wasm = await readFile('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
    await prepareZXingModule({ overrides: { wasmBinary: wasm }, fireImmediately: true });
  });

  it.each([
    ['card-and-wifi', [zoe]],
    ['card-and-asset-tag', [zoe]],
    ['two-cards', [zoe, amelie]],
    ['wifi-only', ['WIFI:T:WPA;S:Class3M;P:not-a-secret;;']],
  ])('%s holds the codes that count', async (name, codes) => {
    expect((await read(name)).toSorted()).toEqual(codes.toSorted());
  });
});
