/*
 * Captions of films: the part of WebVTT that says when which words are shown. Styles, regions and notes are left out.
 */

export interface Cue {
  /** Seconds from the beginning of the film. */
  from: number;
  to: number;
  /** Lines of plain words. */
  lines: string[];
}

export type Captions = { cues: Cue[]; problem: null } | { cues: null; problem: string };

/** More would be one a second for over an hour and a half. */
const mostCues = 6000;
const arrow = '-->';
const moment = /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/u;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

function secondsOf(text: string): number | null {
  const [, hours = '0', minutes, seconds, thousandths] = moment.exec(text) ?? [];
  if (minutes === undefined) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
}

/** A line without what it says about voices and looks. */
const wordsOf = (line: string) =>
  line
    .replaceAll(/<[^<>]*>/gu, '')
    .replaceAll(/&(?:amp|lt|gt|nbsp|lrm|rlm);/gu, (entity) => entities[entity] ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const refused = (problem: string): Captions => ({ cues: null, problem });

/** Reads captions, and says for a person what is wrong with them. @see https://www.w3.org/TR/webvtt1/ */
export function readCaptions(text: string): Captions {
  const [head = '', ...blocks] = text
    .replace(/^\u{FEFF}/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .split(/\n{2,}/u);
  if (!/^WEBVTT(?:[ \t\n]|$)/u.test(head)) return refused('Captions begin with a line that says WEBVTT');
  if (head.includes(arrow)) return refused('Leave a line empty below WEBVTT');
  const cues: Cue[] = [];
  for (const block of blocks) {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const [first = ''] = lines;
    if (lines.length === 0 || /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/u.test(first)) continue;
    const place = first.includes(arrow) ? 0 : 1;
    const timing = lines[place];
    const [, begins = '', ends = ''] = /^\s*(\S+)\s+-->\s+(\S+)/u.exec(timing ?? '') ?? [];
    const from = secondsOf(begins);
    const to = secondsOf(ends);
    const which = `Caption ${cues.length + 1}`;
    if (from === null || to === null)
      return refused(`${which} needs its times, such as 00:01.000 --> 00:04.000`);
    if (to <= from) return refused(`${which} ends before it begins`);
    if (from < (cues.at(-1)?.from ?? 0)) return refused(`${which} begins before the one above it`);
    const words = lines
      .slice(place + 1)
      .map(wordsOf)
      .filter(Boolean);
    if (words.length === 0) return refused(`${which} has no words`);
    cues.push({ from, to, lines: words });
    if (cues.length > mostCues) return refused(`A film has at most ${mostCues} captions`);
  }
  return cues.length === 0 ? refused('There are no captions in it yet') : { cues, problem: null };
}

function momentOf(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const thousandths = String(whole % 1000).padStart(3, '0');
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}.${thousandths}`;
}

const written = (line: string) =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Captions as a file with nothing else in it. */
export const captionsFile = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(
      ({ from, to, lines }) => `${momentOf(from)} ${arrow} ${momentOf(to)}\n${lines.map(written).join('\n')}`,
    ),
  ].join('\n\n') + '\n';

/** Seconds of silence after which the transcript begins a new paragraph. */
const pause = 2;
/** Letters of a paragraph after which it ends with its sentence. */
const long = 280;

/** The words of a film to be read, in paragraphs. */
export function transcriptOf(text: string): string[] {
  const paragraphs: string[] = [];
  let until = 0;
  for (const { from, to, lines } of readCaptions(text).cues ?? []) {
    const words = lines.join(' ');
    const last = paragraphs.at(-1);
    const isNew =
      last === undefined || from - until > pause || (last.length > long && /[.!?…]["”’]?$/u.test(last));
    if (isNew) paragraphs.push(words);
    else paragraphs[paragraphs.length - 1] = `${last} ${words}`;
    until = to;
  }
  return paragraphs;
}
