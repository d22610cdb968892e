import { describe, expect, it } from 'vitest';
import { box, element, mp4, ogg, webm } from '#tests/support/recordings.ts';
import { recordingType, wholeRecording } from './recording-bytes.rules.ts';

const place = box('udta', box('\u00A9xyz', Buffer.from('+52.5200+013.4050/')));

describe('what a recording is, by its bytes', () => {
  it.each([
    ['audio/webm', webm()],
    ['audio/ogg', ogg()],
    ['audio/ogg', ogg({ pages: 5 })],
    ['audio/ogg', ogg({ ends: false })],
    ['audio/mp4', mp4()],
    ['audio/mp4', mp4({ codec: 'Opus' })],
    ['audio/mp4', mp4({ begins: 'styp' })],
    ['audio/mp4', mp4({ parts: 4, beside: box('styp', Buffer.from('msdh')) })],
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
    ['MP4 that begins in its middle', mp4({ begins: 'free' })],
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

describe('a recording that ended in the middle', () => {
  it.each([
    ['WebM', webm(), 'audio/webm'],
    ['Ogg', ogg({ pages: 4 }), 'audio/ogg'],
    ['MP4', mp4({ parts: 4 }), 'audio/mp4'],
  ])('is what is whole of it, wherever it was torn off: %s', (_what, bytes, media_type) => {
    const faults: string[] = [];
    let longest = 0;
    for (let length = 0; length <= bytes.length; length += 1) {
      const whole = wholeRecording(new Uint8Array(bytes.subarray(0, length)));
      // Once something was heard, something is always left, and never less.
      if (!whole && longest > 0) faults.push(`nothing of ${length}`);
      if (!whole) continue;
      if (whole.media_type !== media_type || recordingType(whole.bytes) !== media_type)
        faults.push(`another kind of ${length}`);
      if (!bytes.subarray(0, whole.bytes.length).equals(whole.bytes)) faults.push(`other bytes of ${length}`);
      if (whole.bytes.length < longest) faults.push(`less of ${length}`);
      longest = whole.bytes.length;
    }
    expect(faults).toEqual([]);
    expect(longest).toBe(bytes.length);
  });

  it('is none where nothing was heard yet, or where it is something else', () => {
    for (const bytes of [
      Buffer.alloc(0),
      webm().subarray(0, 40),
      Buffer.from('<html><script>alert(1)</script>'.repeat(10)),
      Buffer.alloc(200, 0xff),
      webm({ tracks: 2 }),
      mp4({ handler: 'vide', codec: 'avc1' }),
    ])
      expect(wholeRecording(new Uint8Array(bytes))).toBeNull();
  });
});
