import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as v from 'valibot';
import { describeMetrics } from '#server/platform/metrics.ts';

const Rules = v.strictObject({
  groups: v.array(
    v.strictObject({
      name: v.string(),
      rules: v.array(
        v.strictObject({
          alert: v.pipe(v.string(), v.regex(/^[A-Z]\w+$/u)),
          expr: v.string(),
          for: v.optional(v.pipe(v.string(), v.regex(/^\d+[smh]$/u))),
          labels: v.strictObject({ severity: v.picklist(['page', 'ticket']) }),
          annotations: v.strictObject({ summary: v.string() }),
        }),
      ),
    }),
  ),
});
const rules = v
  .parse(Rules, parse(readFileSync('docs/alerts.yml', 'utf8')))
  .groups.flatMap((group) => group.rules);

/** Of the language; `up` is Prometheus' own. */
const words = new Set('and or unless sum max min count time rate increase histogram_quantile up'.split(' '));

/** Names of the metrics in an expression. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/gu, '')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/gu, '');
  return [...bare.matchAll(/[a-z_]\w*/giu)].map(([name]) => name).filter((name) => !words.has(name));
}

async function told(): Promise<Map<string, string>> {
  const { text } = await describeMetrics();
  return new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gmu)].map(([, name = '', type = '']) => [name, type]),
  );
}

describe('docs/alerts.yml', () => {
  it('asks for metrics that the server tells, in the form that they have', async () => {
    const types = await told();
    const asked = rules.flatMap(({ alert, expr }) => namesIn(expr).map((name) => ({ alert, name })));
    expect(asked.length).toBeGreaterThan(10);
    const missing = asked.filter(({ name }) => {
      const base = name.replace(/_(?:bucket|sum|count)$/u, '');
      return name === base ? !types.has(name) : types.get(base) !== 'histogram';
    });
    expect(missing).toEqual([]);
  });

  it('names each alert once, and docs/operations.md says what to do about it', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const help = readFileSync('docs/operations.md', 'utf8');
    expect(names.filter((name) => !help.includes(`\`${name}\``))).toEqual([]);
  });

  it('finds names in an expression', () => {
    expect(namesIn('histogram_quantile(0.95, sum by (le) (rate(a_bucket{code="b"}[5m]))) > c')).toEqual([
      'a_bucket',
      'c',
    ]);
  });
});
