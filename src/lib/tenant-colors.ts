import { foregroundOn } from '#contract/kit/contrast.ts';
import { readableOn } from './color.ts';
import { grounds, type ColorScheme } from './grounds.ts';

const hexColor = /^#[0-9a-f]{6}$/iu;

type Field = readonly [name: string, color: string];

/** Specification, section 3: every field of a tenant with `color` in its name. What is no colour is left out. */
function colorFieldsOf(tenant: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(tenant).filter(
    (entry): entry is [string, string] =>
      entry[0].includes('color') &&
      /^\w+$/u.test(entry[0]) &&
      typeof entry[1] === 'string' &&
      hexColor.test(entry[1]),
  );
}

function rule(selector: string, declarations: readonly string[]): string {
  return `${selector}{${declarations.join(';')}}`;
}

function readable(fields: readonly Field[], scheme: ColorScheme): string[] {
  return fields.map(([name, color]) => `--readable_${name}:${readableOn(grounds[scheme].hardest, color)}`);
}

/**
 * A style sheet with three variables for each colour of a tenant: `--<field>` as the tenant has it, `--on_<field>` for
 * text on it (black or white), and `--readable_<field>` for text in that colour on the page.
 */
export function tenantStyleSheet(tenant: Readonly<Record<string, unknown>>): string {
  const fields = colorFieldsOf(tenant);
  const own = fields.flatMap(([name, color]) => [
    `--${name}:${color}`,
    `--on_${name}:${foregroundOn(color)}`,
  ]);
  return [
    rule(':root', [...own, ...readable(fields, 'light')]),
    rule(":root[data-mantine-color-scheme='dark']", readable(fields, 'dark')),
  ].join('\n');
}
