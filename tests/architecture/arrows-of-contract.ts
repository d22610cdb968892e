import type { Ban, Row } from './arrow.ts';

const contractBans: readonly Ban[] = [
  {
    to: 'package:**',
    why: 'pages, the service worker and the server all run the contract, so it carries valibot and nothing else.',
    instead: 'write a pure function, or keep this on the side that needs the package.',
    planted: 'package:node:crypto',
  },
  {
    to: '**',
    why: 'the contract knows neither side.',
    instead:
      'turn the arrow round: src, sw and server import the contract; move what both sides need into it.',
    planted: 'server/platform/database.ts',
  },
];

export const contractRows: readonly Row[] = [
  {
    from: 'contract/kit/**',
    file: 'contract/kit/problem.ts',
    may: ['contract/kit/**', 'package:valibot'],
    bans: [
      {
        to: 'contract/**',
        why: 'the kit is beneath the domains and knows none of them.',
        instead: 'move what both need into contract/kit, or hand it to the kit as an argument.',
        planted: 'contract/students/students.schema.ts',
      },
      ...contractBans,
    ],
  },
  {
    from: 'contract/*.ts',
    file: 'contract/api.ts',
    may: ['contract/**', 'package:valibot'],
    bans: contractBans,
  },
  {
    from: 'contract/<domain>/**',
    file: 'contract/students/students.endpoints.ts',
    may: [
      'contract/kit/**',
      'contract/<domain>/**',
      'contract/*/*.schema.ts',
      'contract/*/*.problems.ts',
      'package:valibot',
      // Reads CSV on both sides alike; it needs neither a page nor Node (decision 25).
      'package:papaparse',
    ],
    bans: [
      {
        to: 'contract/*.ts',
        why: 'the list of all endpoints is made from the domains.',
        instead: 'import the schema you need from its domain.',
        planted: 'contract/api.ts',
      },
      {
        to: 'contract/**',
        why: 'a domain shows the others its schemas and its problems and nothing else.',
        instead: "move what both need into the other domain's .schema.ts or into contract/kit.",
        planted: 'contract/classes/classes.endpoints.ts',
      },
      ...contractBans,
    ],
  },
];
