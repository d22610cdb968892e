/** How many of what: “1 student”, “10,000 students”. `many`: where it takes more than an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
