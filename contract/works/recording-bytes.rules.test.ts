import { describe, expect, it } from 'vitest';
import { box, element, mp4, ogg, webm } from '#tests/support/recordings.ts';
import { recordingType } from './recording-bytes.rules.ts';

const place = box('udta', box('\u00A9xyz', Buffer.from('+52.5200+013.4050/')));

describe('what a recording is, by its bytes', () => {
  it.each([
    ['audio/webm', webm()],
    ['audio/ogg', ogg()],
    ['audio/mp4', mp4()],
    ['audio/mp4', mp4({ codec: 'Opus' })],
    [
      'audio/mp4',
      mp4({ inMovie: box('mvex', box('trex', Buffer.alloc(24))), inTrack: box('tkhd', Buffer.alloc(84)) }),
    ],
  ])('is %s', (type, bytes) => {
    expect(recordingType(bytes)).toBe(type);
  });

  it.each([
    ['a film in WebM', webm({ type: 1, codec: 'V_VP8' })],
    ['another sound in WebM', webm({ codec: 'A_PCM/INT/LIT' })],
    ['two voices in WebM', webm({ tracks: 2 })],
    ['no voice in WebM', webm({ tracks: 0 })],
    ['WebM with a file that hangs on it', webm({ beside: element('1941a469', Buffer.from('secret')) })],
    ['WebM with tags', webm({ beside: element('1254c367', Buffer.from('Our school')) })],
    ['WebM of an endless kind', webm({ docType: 'w'.repeat(2 ** 20) })],
    ['an endless sound in WebM', webm({ codec: 'A'.repeat(2 ** 20) })],
    ['MP4 that tells where it was recorded', mp4({ inMovie: place })],
    ['MP4 that tells where its voice was recorded', mp4({ inTrack: place })],
    ['MP4 that tells more of itself', mp4({ inMovie: box('meta', Buffer.alloc(4)) })],
    ['a film in MP4', mp4({ handler: 'vide', codec: 'avc1' })],
    ['two voices in MP4', mp4({ tracks: 2 })],
    ['MP4 with something beside it', mp4({ beside: box('uuid', Buffer.from('secret')) })],
    ['another sound in Ogg', ogg({ codec: '\u0001vorbis' })],
    ['two voices in Ogg', ogg({ lastSerial: 8 })],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
  ])('is none where it is %s', (_what, bytes) => {
    expect(recordingType(bytes)).toBeNull();
  });

  it.each([
    ['WebM', webm()],
    ['Ogg', ogg()],
    ['MP4', mp4()],
  ])('is none of %s where something hangs behind it', (_what, bytes) => {
    expect(recordingType(Buffer.concat([bytes, Buffer.from('<script>')]))).toBeNull();
  });

  it('is none wherever it was torn off within a part', () => {
    for (const bytes of [ogg(), mp4()])
      for (let length = 0; length < bytes.length; length += 1)
        expect(recordingType(bytes.subarray(0, length))).toBeNull();
    // Of clusters without a length nobody knows that there was another one.
    const whole = webm();
    expect(recordingType(whole.subarray(0, whole.length - 1))).toBeNull();
  });
});
