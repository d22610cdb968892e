import { describe, expect, it } from 'vitest';
import { sampleCertificate, sampleLearned } from '#tests/support/certificate-samples.ts';
import { drawCertificate, fitText, sheet, type MeasureText } from './certificate-drawing.ts';

/** A font whose letters are all half as wide as high. */
const measure: MeasureText = (text, { size }) => text.length * size * 0.5;
const link = 'https://greenfield.example/certificates/AbCdEfGhIjKlMnOpQrStUv';
const draw = (fields = {}) => drawCertificate(sampleCertificate(fields), { link, measure });
const words = (fields = {}) => draw(fields).texts.map(({ text }) => text);

describe('a certificate', () => {
  it('of a gift says who gave what to which cause, at which school and when', () => {
    expect(words()).toEqual([
      'Certificate of giving',
      'Thank you!',
      'Ada Hill',
      'gave €25.00',
      'for Hedgehog Rescue',
      'Greenfield Primary',
      '26 November 2026',
      'Scan to see that it is valid',
    ]);
  });

  it('of what a book raised says so with its copies, in each currency', () => {
    const sums = [
      { currency: 'EUR', raised: 900, copies: 2 },
      { currency: 'JPY', raised: 500, copies: 1 },
    ];
    const told = words({ kind: 'raised', name: 'Zoë', title: 'The hen', sums });
    expect(told).toContain('With the book “The hen”');
    expect(told).toContain('raised €9.00 and ¥500');
    expect(told).toContain('3 copies were bought.');
  });

  it('of an entry or a course says what was made or finished, and no sum', () => {
    const told = (fields: Parameters<typeof sampleLearned>[0]) =>
      drawCertificate(sampleLearned(fields), { link, measure }).texts.map(({ text }) => text);
    expect(told({})).toEqual([
      'Certificate',
      'With “My bucket”',
      'Zoë',
      'took part in the challenge',
      'A day with ten litres',
      'Greenfield Primary',
      '26 November 2026',
      'Scan to see that it is valid',
    ]);
    expect(told({ kind: 'course', about: 'Be the change', title: null })).toEqual(
      expect.arrayContaining(['Well done!', 'finished the course', 'Be the change']),
    );
  });

  it('says that practice money is none, and names no buyer where the name is hidden', () => {
    expect(words()).not.toContain('Practice: no real money');
    expect(words({ is_test: true })).toContain('Practice: no real money');
    expect(words({ name: null })).toContain('Somebody');
  });

  it('has its own address as a code, with four modules of nothing around it', () => {
    const white = draw().paths.find(({ fill }) => fill === '#ffffff')?.d;
    const dark = draw().paths.find(({ fill }) => fill === '#000000')?.d ?? '';
    expect(white).toBe('M234 146h38v38h-38z');
    const xs = [...dark.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/gu)].map(([, x, , side]) => [
      Number(x),
      Number(side),
    ]);
    const [, module = 0] = xs[0] ?? [];
    const left = Math.min(...xs.map(([x = 0]) => x));
    const right = Math.max(...xs.map(([x = 0, side = 0]) => x + side));
    expect(left - 234).toBeCloseTo(4 * module, 1);
    expect(272 - right).toBeCloseTo(4 * module, 1);
    expect(drawCertificate(sampleCertificate(), { link: `${link}x`, measure }).paths).not.toEqual(
      draw().paths,
    );
  });

  it('keeps long words of any script on the sheet', () => {
    const long = 'नमस्ते दुनिया '.repeat(20);
    const drawing = draw({
      name: long,
      school: long,
      cause: { id: 'x', name: 'A'.repeat(100), slug: 'a' },
    });
    for (const { text, x, size, weight, baseline } of drawing.texts) {
      const half = measure(text, { size, weight }) / 2;
      expect(x - half).toBeGreaterThan(11);
      expect(x + half).toBeLessThan(sheet.width - 11);
      expect(baseline).toBeLessThan(sheet.height - 11);
    }
  });
});

describe('a text in its box', () => {
  const block = { text: '', baseline: 10, size: 10, width: 100, lines: 1 };

  it('is as large as was asked for where it fits', () => {
    expect(fitText({ ...block, text: 'Zoë' }, measure)).toMatchObject([{ text: 'Zoë', size: 10 }]);
  });

  it('gets smaller, then takes its lines, then is cut', () => {
    expect(fitText({ ...block, text: 'x'.repeat(25) }, measure)).toMatchObject([{ size: 8 }]);
    const two = fitText({ ...block, lines: 2, text: `${'x'.repeat(15)} ${'y'.repeat(15)}` }, measure);
    expect(two).toMatchObject([
      { text: 'x'.repeat(15), baseline: 10 },
      { text: 'y'.repeat(15), baseline: 22.5 },
    ]);
    const [cut, ...more] = fitText({ ...block, text: 'x'.repeat(200) }, measure);
    expect(more).toEqual([]);
    expect(cut?.text).toMatch(/^x+…$/u);
    expect(measure(cut?.text ?? '', { size: 5, weight: 400 })).toBeLessThanOrEqual(100);
  });
});
