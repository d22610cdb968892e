const two = (number: number) => String(number).padStart(2, '0');

/** An instant as a field for a day and a time has it, on the clock of the one who looks; empty for none. */
export function dayAndTimeOf(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of a day and a time on the clock of the one who looks; undefined where it is none. */
export function instantOf(dayAndTime: string): string | undefined {
  const at = new Date(dayAndTime);
  return dayAndTime === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
