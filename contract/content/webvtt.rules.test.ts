import { describe, expect, it } from 'vitest';
import { captionsFile, readCaptions, transcriptOf } from './webvtt.rules.ts';

const file = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n');
const hello = '00:01.000 --> 00:02.000\nHello';

describe('captions of a film', () => {
  it('are read with their times and without what is said about looks', () => {
    const text = file(
      'NOTE for translators\nof two lines',
      'STYLE\n::cue { color: red }',
      'first\n00:01.500 --> 00:03.000 align:start\n<v Ada>Look, <b>rain</b>!\nAt last &gt; &amp; &lt;',
      '01:00:04.000 --> 01:00:05.250\nLater',
    );
    expect(readCaptions(text).cues).toEqual([
      { from: 1.5, to: 3, lines: ['Look, rain!', 'At last > & <'] },
      { from: 3604, to: 3605.25, lines: ['Later'] },
    ]);
  });

  it('are read with line ends of other systems and a mark in front', () => {
    expect(readCaptions(`\u{FEFF}${file(hello).replaceAll('\n', '\r\n')}\r\n`).cues).toHaveLength(1);
  });

  it.each([
    ['', 'WEBVTT'],
    ['WEBVTTX\n\n00:01.000 --> 00:02.000\nHello', 'WEBVTT'],
    [`WEBVTT\n${hello}`, 'Leave a line empty'],
    [file(), 'no captions in it'],
    [file('NOTE nothing'), 'no captions in it'],
    [file('Hello'), 'Caption 1 needs its times'],
    [file('1 --> 2\nHello'), 'Caption 1 needs its times'],
    [file('00:61.000 --> 01:02.000\nHello'), 'Caption 1 needs its times'],
    [file('00:01,000 --> 00:02,000\nHello'), 'Caption 1 needs its times'],
    [file('00:02.000 --> 00:02.000\nHello'), 'Caption 1 ends before it begins'],
    [file('00:05.000 --> 00:06.000\nHello', hello), 'Caption 2 begins before the one above it'],
    [file('00:01.000 --> 00:02.000'), 'Caption 1 has no words'],
    [file('00:01.000 --> 00:02.000\n<i></i>'), 'Caption 1 has no words'],
  ])('say what is wrong with them: %j', (text, problem) => {
    expect(readCaptions(text)).toEqual({ cues: null, problem: expect.stringContaining(problem) });
  });

  it('are written so that they are read the same', () => {
    const text = file(
      '00:00.001 --> 100:00:59.999\n&lt;script&gt; &amp; more',
      '100:01:00.000 --> 100:01:01.000\nEnd',
    );
    const { cues } = readCaptions(text);
    expect(cues).not.toBeNull();
    const written = captionsFile(cues ?? []);
    expect(written).toContain('00:00:00.001 --> 100:00:59.999\n&lt;script&gt; &amp; more\n');
    expect(readCaptions(written).cues).toEqual(cues);
  });

  it('make a transcript that begins a paragraph after a pause', () => {
    const text = file(
      '00:01.000 --> 00:02.000\nWhere does',
      '00:02.100 --> 00:03.000\nwater come from?',
      '00:06.000 --> 00:07.000\nFrom the clouds.',
    );
    expect(transcriptOf(text)).toEqual(['Where does water come from?', 'From the clouds.']);
    expect(transcriptOf('nothing')).toEqual([]);
  });
});
