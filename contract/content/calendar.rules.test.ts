import { describe, expect, it } from 'vitest';
import { calendarFileOf, nextDayOf, type CalendarEvent } from './calendar.rules.ts';

const event: CalendarEvent = {
  uid: 'book-day@quillshelf',
  sequence: 2,
  title: 'World Book Day; read, write',
  summary: 'Who made this book?\nLook for all of them.',
  url: 'https://example.org/live/book-day',
  stamp: '2026-11-26T10:00:00.000Z',
  when: { day: '2027-04-23' },
  isCalledOff: false,
};

/** As a reader of calendars takes a file: lines that go on are one, and signs are taken back. */
function read(file: string): Record<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      const value = line
        .slice(colon + 1)
        .replaceAll(/\\([\\;,n])/gu, (_, sign: string) => (sign === 'n' ? '\n' : sign));
      return [line.slice(0, colon), value];
    }),
  );
}

describe('a file for calendars', () => {
  it('has a whole day as days, whatever the time zone', () => {
    expect(read(calendarFileOf(event))).toMatchObject({
      'DTSTART;VALUE=DATE': '20270423',
      'DTEND;VALUE=DATE': '20270424',
      UID: 'book-day@quillshelf',
      SEQUENCE: '2',
      SUMMARY: event.title,
    });
  });

  it('has a lesson at its moment in UTC, also where clocks change that night', () => {
    const when = { starts_at: '2027-03-28T02:30:00+02:00', minutes: 90 };
    expect(read(calendarFileOf({ ...event, when }))).toMatchObject({
      DTSTART: '20270328T003000Z',
      DTEND: '20270328T020000Z',
    });
  });

  it('keeps each line within 75 bytes and tears no letter apart', () => {
    const title = 'Šťastný deň kníh pre všetky deti na svete a ešte ďalej 书 '.repeat(3);
    const file = calendarFileOf({ ...event, title });
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(read(file)['SUMMARY']).toBe(title);
  });

  it('publishes what happens with an alarm, and takes out what is called off without one', () => {
    expect(read(calendarFileOf(event))).toMatchObject({
      METHOD: 'PUBLISH',
      STATUS: 'CONFIRMED',
      TRIGGER: '-P1D',
    });
    const calledOff = read(calendarFileOf({ ...event, sequence: 3, isCalledOff: true }));
    expect(calledOff).toMatchObject({
      METHOD: 'CANCEL',
      STATUS: 'CANCELLED',
      UID: event.uid,
      SEQUENCE: '3',
    });
    expect(calledOff).not.toHaveProperty('TRIGGER');
  });

  it('says the next day of a year', () => {
    expect(nextDayOf('11-26', new Date('2026-11-26T23:00:00Z'))).toBe('2026-11-26');
    expect(nextDayOf('11-25', new Date('2026-11-26T00:00:00Z'))).toBe('2027-11-25');
  });
});
