/*
 * What browsers record a voice as: Opus in WebM or Ogg, AAC or Opus in MP4. The device and the server look at the bytes with the
 * same function, and neither believes a name. It asks that the file is whole and of one voice: one track, no picture, nothing
 * beside it. Whether every sound of it can be heard is another matter.
 */

import type { RecordingType } from './recording-limits.schema.ts';

/** What the bytes are; null for what is no recording of a voice, or is not whole. */
export function recordingType(bytes: Uint8Array): RecordingType | null {
  if (isWebm(bytes)) return 'audio/webm';
  if (isOgg(bytes)) return 'audio/ogg';
  return isMp4(bytes) ? 'audio/mp4' : null;
}

/**
 * What is whole of a recording that ended in the middle, as where a tab was killed: without the piece at its end that was
 * not written to its end. Null where no voice is left.
 */
export function wholeRecording(
  bytes: Uint8Array<ArrayBuffer>,
): { media_type: RecordingType; bytes: Uint8Array<ArrayBuffer> } | null {
  for (const endOf of [endOfWebm, endOfOgg, endOfMp4]) {
    const whole = bytes.slice(0, endOf(bytes));
    const media_type = recordingType(whole);
    if (media_type) return { media_type, bytes: whole };
  }
  return null;
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCodePoint(...bytes.subarray(from, from + length));
}

/** Compared by its length first: what somebody says is a name may be as long as the file. */
function isText(bytes: Uint8Array | undefined, text: string): boolean {
  return bytes?.length === text.length && textAt(bytes, 0, text.length) === text;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

// ── WebM: RFC 8794 (EBML), RFC 9559 (Matroska) ──────────────────────────────────────────────────────────────────────────────

const ebml = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
} as const;
/** Where something is, how long, and how it was made; empty room. No files that hang on it, and no tags. */
const besides = new Set([0x114d9b74, 0x1549a966, 0x1c53bb6b, 0xec, 0xbf]);
/** Times, sounds, and places of a cluster. */
const inCluster = new Set([0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0xec, 0xbf]);

interface Element {
  id: number;
  from: number;
  /** Null: to wherever the next one of its kind begins, as where it is recorded while it is written. */
  size: number | null;
}

/** A number of one to eight bytes; the zeros before the first one say how many. */
function variable(
  bytes: Uint8Array,
  at: number,
): { value: number; length: number; isUnknown: boolean } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let place = 1; place < length; place += 1) {
    const next = bytes[at + place] ?? 0;
    isUnknown &&= next === 0xff;
    value = value * 256 + next;
  }
  return { value, length, isUnknown };
}

function elementAt(bytes: Uint8Array, at: number): Element | null {
  const name = variable(bytes, at);
  const size = name && name.length <= 4 ? variable(bytes, at + name.length) : null;
  if (!name || !size) return null;
  let id = 0;
  for (const byte of bytes.subarray(at, at + name.length)) id = id * 256 + byte;
  const from = at + name.length + size.length;
  if (!size.isUnknown && from + size.value > bytes.length) return null;
  return { id, from, size: size.isUnknown ? null : size.value };
}

/** The elements that stand beside each other in a part of the file; null where they are not whole. */
function elementsIn(bytes: Uint8Array): (Element & { content: Uint8Array })[] | null {
  const found: (Element & { content: Uint8Array })[] = [];
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at);
    if (element?.size === null || !element) return null;
    at = element.from + element.size;
    found.push({ ...element, content: bytes.subarray(element.from, at) });
  }
  return found;
}

function isVoiceTrack(tracks: Uint8Array): boolean {
  const [track, ...others] = elementsIn(tracks) ?? [];
  if (track?.id !== ebml.track || others.length > 0) return false;
  const parts = elementsIn(track.content) ?? [];
  const type = parts.find(({ id }) => id === ebml.trackType)?.content;
  const codec = parts.find(({ id }) => id === ebml.codec)?.content;
  return type?.at(-1) === 2 && isText(codec, 'A_OPUS');
}

function isWebm(bytes: Uint8Array): boolean {
  const header = elementAt(bytes, 0);
  if (header?.id !== ebml.header || header.size === null) return false;
  const facts = elementsIn(bytes.subarray(header.from, header.from + header.size)) ?? [];
  const docType = facts.find(({ id }) => id === ebml.docType)?.content;
  if (!isText(docType, 'webm')) return false;
  const segment = elementAt(bytes, header.from + header.size);
  if (segment?.id !== ebml.segment) return false;
  if (segment.size !== null && segment.from + segment.size !== bytes.length) return false;
  let tracks = 0;
  let clusters = 0;
  // A cluster may not say where it ends, so what stands in it is walked through as if it stood beside it.
  for (let at = segment.from; at < bytes.length;) {
    const element = elementAt(bytes, at);
    if (!element) return false;
    at = element.from;
    if (element.id === ebml.cluster) {
      clusters += 1;
      continue;
    }
    if (element.size === null) return false;
    const content = bytes.subarray(element.from, element.from + element.size);
    if (element.id === ebml.tracks) {
      tracks += 1;
      if (!isVoiceTrack(content)) return false;
    } else if (!besides.has(element.id) && !(clusters > 0 && inCluster.has(element.id))) return false;
    at = element.from + element.size;
  }
  return tracks === 1 && clusters > 0;
}

/** Where the last element ends that is whole. What is recorded says of neither the segment nor its clusters where they end. */
function endOfWebm(bytes: Uint8Array): number {
  let end = 0;
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at);
    if (!element) break;
    at = element.from + (element.size ?? 0);
    // A cluster in which nothing is yet would be there for nothing.
    if (element.size !== null) end = at;
  }
  return end;
}

// ── Ogg: RFC 3533, RFC 7845 ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Where the page ends that begins here; null where none does that is whole. */
function endOfPage(bytes: Uint8Array, at: number): number | null {
  if (at + 27 > bytes.length || textAt(bytes, at, 4) !== 'OggS' || bytes[at + 4] !== 0) return null;
  const content = at + 27 + (bytes[at + 26] ?? 0);
  const end = bytes.subarray(at + 27, content).reduce((sum, length) => sum + length, content);
  return end <= bytes.length ? end : null;
}

function endOfOgg(bytes: Uint8Array): number {
  let end = 0;
  for (let next = endOfPage(bytes, 0); next !== null; next = endOfPage(bytes, next)) end = next;
  return end;
}

/** Whether its last page says so is not asked: one that was cut off between two pages is heard as far as it goes (RFC 7845, 4). */
function isOgg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let pages = 0;
  for (let at = 0; at < bytes.length; pages += 1) {
    const end = endOfPage(bytes, at);
    if (end === null) return false;
    const content = at + 27 + (bytes[at + 26] ?? 0);
    // One voice: no page is of another.
    if (view.getUint32(at + 14) !== view.getUint32(14)) return false;
    if (pages === 0 && textAt(bytes, content, 8) !== 'OpusHead') return false;
    if (pages === 1 && textAt(bytes, content, 8) !== 'OpusTags') return false;
    at = end;
  }
  return pages > 2;
}

// ── MP4: ISO/IEC 14496-12 ───────────────────────────────────────────────────────────────────────────────────────────────────

/** What a file begins with; one that was made to be sent in parts may begin as a part does. */
const beginnings = new Set(['ftyp', 'styp']);
const topBoxes = new Set([...beginnings, 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'free', 'skip', 'wide']);
/** What the sound is and when: no place where it was recorded, no title, no picture. */
const movieBoxes = new Set(['mvhd', 'iods', 'trak', 'mvex', 'free', 'skip']);
const trackBoxes = new Set(['tkhd', 'tref', 'edts', 'mdia', 'free', 'skip']);
const voices = new Set(['mp4a', 'Opus']);

interface Box {
  name: string;
  content: Uint8Array;
}

/** The boxes that stand beside each other in a part of the file; null where they are not whole. */
function boxesIn(bytes: Uint8Array): Box[] | null {
  const view = viewOf(bytes);
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 8 > bytes.length) return null;
    const isLong = view.getUint32(at) === 1;
    if (isLong && at + 16 > bytes.length) return null;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : view.getUint32(at);
    const start = isLong ? 16 : 8;
    if (size < start || at + size > bytes.length) return null;
    boxes.push({ name: textAt(bytes, at + 4, 4), content: bytes.subarray(at + start, at + size) });
    at += size;
  }
  return boxes;
}

/** Where the last sounds end that are whole. */
function endOfMp4(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let end = 0;
  for (let at = 0; at + 8 <= bytes.length;) {
    const isLong = view.getUint32(at) === 1 && at + 16 <= bytes.length;
    const size = isLong ? Number(view.getBigUint64(at + 8)) : view.getUint32(at);
    if (size < 8 || at + size > bytes.length) break;
    const name = textAt(bytes, at + 4, 4);
    at += size;
    // What tells where sounds are is nothing without them.
    if (name === 'mdat' || name === 'mfra') end = at;
  }
  return end;
}

/** The boxes of a box that has no others than these. */
function boxesOf(box: Box | undefined, names: ReadonlySet<string>): Box[] | null {
  const boxes = box ? boxesIn(box.content) : null;
  return boxes?.every(({ name }) => names.has(name)) === true ? boxes : null;
}

function boxIn(bytes: Uint8Array | undefined, ...path: readonly string[]): Uint8Array | undefined {
  return path.reduce<Uint8Array | undefined>(
    (inside, name) => inside && boxesIn(inside)?.find((box) => box.name === name)?.content,
    bytes,
  );
}

function isMp4(bytes: Uint8Array): boolean {
  const boxes = boxesIn(bytes);
  if (!boxes?.[0] || !beginnings.has(boxes[0].name) || boxes.some(({ name }) => !topBoxes.has(name)))
    return false;
  if (!boxes.some(({ name }) => name === 'mdat')) return false;
  const [movie, ...otherMovies] = boxes.filter(({ name }) => name === 'moov');
  const parts = boxesOf(movie, movieBoxes);
  const [track, ...otherTracks] = parts?.filter(({ name }) => name === 'trak') ?? [];
  if (otherMovies.length > 0 || otherTracks.length > 0 || !boxesOf(track, trackBoxes)) return false;
  const handler = boxIn(track?.content, 'mdia', 'hdlr');
  const samples = boxIn(track?.content, 'mdia', 'minf', 'stbl', 'stsd');
  return (
    handler !== undefined &&
    samples !== undefined &&
    textAt(handler, 8, 4) === 'soun' &&
    voices.has(textAt(samples, 12, 4))
  );
}
