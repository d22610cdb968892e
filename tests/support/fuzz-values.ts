import fc from 'fast-check';
import type { ApiWorld } from './api-world.ts';
import { hostileTexts } from './hostile-texts.ts';

/** A number in a JSON text that JavaScript itself would not write; see `toJson`. */
const beyondAllNumbers = '@@1e400@@';

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '',
  '\u0000',
  'id',
];

const hostileNumbers = [0, -0, -1, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, Number.MIN_VALUE];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, beyondAllNumbers) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }, { length: 3 }),
  },
  { weight: 1, arbitrary: fc.constantFrom(nested(50), nested(1000)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Ids that are right, somebody else's, the other school's, or nobody's. */
export function knownIds({ greenfield, riverside }: ApiWorld): fc.Arbitrary<string> {
  const ids = [greenfield, greenfield, riverside].flatMap((school) => [
    school.tenant.id,
    school.teacher.id,
    school.schoolAdmin.id,
    school.ownClass.id,
    school.otherClass.id,
    ...school.students.map((student) => student.id),
    school.otherStudents[0]?.id ?? '',
    school.studentWithoutClass.id,
  ]);
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
}

export interface Node {
  type: string;
  entries?: Record<string, Node>;
  item?: Node;
  wrapped?: Node;
  options?: readonly unknown[];
  key?: Node;
  value?: Node;
  literal?: unknown;
  requirement?: unknown;
  pipe?: readonly Node[];
}

/** Files that are not what they say, and some that are. */
export const hostileFile: fc.Arbitrary<File> = fc
  .record({
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .constantFrom('', 'First Name,Last Name\nZoë,Fern', '<svg onload="alert(1)"/>', '%PDF-1.7')
        .map((text) => new TextEncoder().encode(text)),
      // The first bytes of a picture or a recording, and then something else.
      fc
        .constantFrom(
          '89504e470d0a1a0a',
          'ffd8ffe0',
          '52494646ffffffff57454250',
          '47494638396100',
          '1a45dfa3',
          '4f67675300',
        )
        .map((hex) => Uint8Array.from(Buffer.from(`${hex}0000000d49484452`, 'hex'))),
    ),
    name: fc.constantFrom(
      'me.png',
      '',
      '../../etc/passwd',
      'a"b\r\nx: y.csv',
      'ẞ'.repeat(300),
      'x.csv\u0000.png',
    ),
    type: fc.constantFrom(
      'image/png',
      'image/jpeg',
      'image/webp',
      'text/csv',
      'image/svg+xml',
      'audio/webm',
      'audio/mp4',
      '',
      'x/y',
    ),
  })
  .map(({ bytes, name, type }) => new File([bytes], name, { type }));

export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(`"${beyondAllNumbers}"`, '1e400');
}
