import type { ContentPage } from './content-page.schema.ts';
import { addressOf } from './content.rules.ts';
import { usualMinutes } from './joining.rules.ts';

/*
 * Dates as a file for calendars. Moments are in UTC and days have no time, so that no table of time zones is needed.
 * @see RFC 5545
 */

export interface CalendarEvent {
  /** The same for all versions of an event. */
  uid: string;
  /** Of the version, from 0: a later one takes the place of an earlier one. */
  sequence: number;
  title: string;
  summary: string;
  /** The page of the event. */
  url: string;
  /** When this was written. */
  stamp: string;
  when: { day: string } | { starts_at: string; minutes: number };
  /** Calendars that have it take it out. */
  isCalledOff: boolean;
}

const bytes = (text: string) => new TextEncoder().encode(text).length;

/** A line may have 75 bytes; the next goes on after a blank. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (bytes(part + character) > 73) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/gu, String.raw`\$&`).replaceAll(/\r?\n/gu, String.raw`\n`);
const inUtc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`;
const asDay = (day: Date) => day.toISOString().slice(0, 10).replaceAll('-', '');

const dayLength = 24 * 60 * 60 * 1000;

/** The day of this year, or of the next where it is over: `04-23` as `2027-04-23`. */
export function nextDayOf(day: string, now: Date): string {
  const year = now.getUTCFullYear();
  const inYear = (of: number) => `${of}-${day}`;
  return inYear(year) >= now.toISOString().slice(0, 10) ? inYear(year) : inYear(year + 1);
}

function datesOf(when: CalendarEvent['when']): string[] {
  if ('day' in when) {
    const first = new Date(`${when.day}T00:00:00Z`);
    return [
      `DTSTART;VALUE=DATE:${asDay(first)}`,
      `DTEND;VALUE=DATE:${asDay(new Date(first.getTime() + dayLength))}`,
    ];
  }
  const start = new Date(when.starts_at);
  return [`DTSTART:${inUtc(start)}`, `DTEND:${inUtc(new Date(start.getTime() + when.minutes * 60_000))}`];
}

const reminder = (title: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  'TRIGGER:-P1D',
  'END:VALARM',
];

/** An event as a file that calendars read, with a reminder a day before. */
export function calendarFileOf(event: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Quillshelf//Live//EN',
    event.isCalledOff ? 'METHOD:CANCEL' : 'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${inUtc(new Date(event.stamp))}`,
    ...datesOf(event.when),
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.summary)}`,
    `URL:${event.url}`,
    event.isCalledOff ? 'STATUS:CANCELLED' : 'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    ...(event.isCalledOff ? [] : reminder(event.title)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The address of the file of an event. */
export const calendarAddress = (slug: string) => `${addressOf({ kind: 'event', slug, parent: null })}.ics`;

/**
 * The file of an event's page: the same from the server as from a device without a network. Null for a page without a date.
 * @param origin of the site on which it is read
 */
export function calendarOf(
  { card, head, n, live_from }: Pick<ContentPage, 'card' | 'head' | 'n' | 'live_from'>,
  { origin, now }: { origin: string; now: Date },
): string | null {
  if (head.kind !== 'event') return null;
  const { title, summary, day, starts_at, minutes = usualMinutes, all_day, called_off } = head;
  if (day === undefined && starts_at === undefined) return null;
  return calendarFileOf({
    uid: `${card.id}@quillshelf`,
    sequence: n,
    title,
    summary,
    url: `${origin}${addressOf(card)}`,
    stamp: live_from,
    isCalledOff: called_off,
    when:
      starts_at === undefined
        ? { day: nextDayOf(day ?? '', now) }
        : all_day
          ? { day: starts_at.slice(0, 10) }
          : { starts_at, minutes },
  });
}
