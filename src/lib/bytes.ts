const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** An amount of storage as people say it: "1.2 GB". Everything below a megabyte is said in kilobytes, a few bytes as one. */
export function sayBytes(bytes: number): string {
  let amount = bytes > 0 ? Math.max(bytes / 1000, 1) : 0;
  let place = 0;
  while (amount >= 999.5 && place < units.length - 1) {
    amount /= 1000;
    place += 1;
  }
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[place] ?? 'kilobyte',
    maximumFractionDigits: amount < 10 && place > 0 ? 1 : 0,
  }).format(amount);
}
