const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;

/** What a school may use where the platform said nothing else: media in bytes, letters a day. */
export const usualCeilings = (students: number) => ({
  media_bytes: 20 * gigabyte + students * 50 * megabyte,
  mails_a_day: 500,
});

/** What one student may send in a week, from Monday on (UTC), where the platform said nothing else. */
export const usualWeek = { bytes: 300 * megabyte, pieces: 300 };

/** Part of a ceiling from which on the office is told, and below which it is told again. */
export const tellsFrom = 0.8;
