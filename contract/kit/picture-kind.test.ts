import { describe, expect, it } from 'vitest';
import { isCutOff, pictureKind, unreadableWords } from './picture-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const jpeg = '\u00FF\u00D8\u00FF\u00E0\0\u0004ab\u00FF\u00DA\0\u0004ab12\u00FF\u0000z';
const png = '\u0089PNG\r\n\u001A\n';
const heic = '\0\0\0\u0018ftypheic\0\0\0\0';

describe('a picture', () => {
  it.each([
    [jpeg, 'JPEG'],
    [png, 'PNG'],
    ['RIFF\u0004\0\0\0WEBP', 'WebP'],
    ['GIF89a', 'GIF'],
    ['II*\0', 'TIFF'],
    ['MM\0*', 'TIFF'],
    [heic, 'HEIC'],
    ['\0\0\0\u0018ftypmif1', 'HEIC'],
    ['\0\0\0\u0018ftypavif', 'AVIF'],
    ['\0\0\0\u0018ftypisom', null],
    ['<svg', null],
    ['', null],
  ])('is what its first bytes say: %j', (text, kind) => {
    expect(pictureKind(bytes(text))).toBe(kind);
  });

  it.each([
    [jpeg, true],
    [`${jpeg}\u00FF\u00D9`, false],
    [`${jpeg}\u00FF\u00D9and a film behind`, false],
    ['\u00FF\u00D8\u00FF\u00E1\0\u0006\u00FF\u00D9ab', true],
    [png, true],
    [`${png}\0\0\0\0IEND1234`, false],
    ['RIFF\u0004\0\0\0WEBP', false],
    ['RIFF\u0009\0\0\0WEBP', true],
    ['GIF89a', false],
  ])('is cut off where its end is missing: %j', (text, expected) => {
    expect(isCutOff(bytes(text))).toBe(expected);
  });

  it('that is not taken says why', () => {
    expect(unreadableWords(bytes(''), 'JPEG or PNG')).toContain('nothing in this file');
    expect(unreadableWords(bytes(heic), 'JPEG or PNG')).toContain('This picture is HEIC');
    expect(unreadableWords(bytes(jpeg), 'JPEG or PNG')).toContain('end of this picture is missing');
    expect(unreadableWords(bytes(`${jpeg}\u00FF\u00D9`), 'JPEG or PNG')).toBeNull();
  });
});
