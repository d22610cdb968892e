import fc from 'fast-check';
import { wireCalls, wireFaults, type WireCall, type WireFault } from './wire.ts';

const schoolCount = 2;
export const tabCount = 2;

/** What a buyer, or their bank, does on the page of a provider, and what staff do there. */
export const peerActs = [
  'pay',
  'pay another amount',
  'decline',
  'cancel',
  'hold',
  'release',
  'refuse what waits',
  'expire',
  'refund',
  'refund a part',
  'refund later',
  'end a refund',
  'fail a refund',
  'dispute',
  'dispute a part',
  'win a dispute',
  'lose a dispute',
  'lose a dispute by a refund',
] as const;
export type PeerAct = (typeof peerActs)[number];

export const payoutActs = ['send', 'prove', 'cancel'] as const;
type PayoutAct = (typeof payoutActs)[number];

export const deliveries = ['in order', 'reversed', 'twice', 'the newest', 'never'] as const;
export type Delivered = (typeof deliveries)[number];

/** One step of a history. Numbers choose among what is there at that moment, so that any piece of a history makes sense. */
export type Command =
  | { readonly do: 'quote'; readonly tab: number; readonly school: number; readonly what: number }
  | { readonly do: 'place' | 'place again'; readonly tab: number; readonly way: number }
  | { readonly do: 'pay another way'; readonly order: number; readonly way: number }
  | { readonly do: 'check' | 'everything at once'; readonly order: number }
  | { readonly do: 'at the provider'; readonly act: PeerAct; readonly which: number }
  | { readonly do: 'events'; readonly how: Delivered }
  | { readonly do: 'staff refund'; readonly order: number; readonly line: number; readonly part: boolean }
  | { readonly do: 'buyer returns'; readonly order: number; readonly line: number }
  | { readonly do: 'download' | 'make' | 'cannot make'; readonly order: number; readonly line: number }
  | { readonly do: 'price'; readonly school: number; readonly price: number }
  | { readonly do: 'take down' | 'put back'; readonly school: number; readonly which: number }
  | { readonly do: 'time'; readonly seconds: number }
  | {
      readonly do: 'fault';
      readonly provider: number;
      readonly call: WireCall;
      readonly fault: WireFault;
    }
  | { readonly do: 'outage'; readonly provider: number; readonly isDown: boolean }
  /** The administrator of the test ends the hold of all shares that have one. */
  | { readonly do: 'hold is over' }
  | { readonly do: 'prepare payout'; readonly to: number }
  | { readonly do: 'payout goes on'; readonly act: PayoutAct; readonly which: number }
  /** The server dies at so many statements or calls from now. */
  | { readonly do: 'death'; readonly at: number }
  | { readonly do: 'child'; readonly order: number };

const is = <const Name extends string>(...names: readonly [Name, ...Name[]]) => fc.constantFrom(...names);
const school = fc.nat({ max: schoolCount - 1 });
const tab = fc.nat({ max: tabCount - 1 });
const provider = fc.nat({ max: 2 });
const which = fc.nat({ max: 7 });
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const weighted: readonly (readonly [number, fc.Arbitrary<Command>])[] = [
  [5, fc.record({ do: is('quote'), tab, school, what: fc.nat({ max: 11 }) })],
  [6, fc.record({ do: is('place', 'place', 'place', 'place again'), tab, way: which })],
  [2, fc.record({ do: is('pay another way'), order: which, way: which })],
  [4, fc.record({ do: is('check', 'check', 'everything at once'), order: which })],
  [9, fc.record({ do: is('at the provider'), act: is('pay'), which })],
  [9, fc.record({ do: is('at the provider'), act: fc.constantFrom(...peerActs), which })],
  [4, fc.record({ do: is('events'), how: fc.constantFrom(...deliveries) })],
  [3, fc.record({ do: is('staff refund'), order: which, line: which, part: fc.boolean() })],
  [2, fc.record({ do: is('buyer returns'), order: which, line: which })],
  [2, fc.record({ do: is('download', 'make', 'cannot make'), order: which, line: which })],
  [1, fc.record({ do: is('price'), school, price: fc.constantFrom(0, 333, 400, 799, 1201) })],
  [1, fc.record({ do: is('take down', 'take down', 'put back'), school, which })],
  [
    5,
    fc.record({
      do: is('time'),
      seconds: fc.constantFrom(4, 4, 30, 30, 5 * minute, 40 * minute, 2 * hour, 5 * hour, day),
    }),
  ],
  [
    4,
    fc.record({
      do: is('fault'),
      provider,
      call: fc.constantFrom(...wireCalls, 'look' as const, 'refund' as const),
      fault: fc.constantFrom(...wireFaults),
    }),
  ],
  [1, fc.record({ do: is('outage'), provider, isDown: fc.boolean() })],
  [4, fc.record({ do: is('death'), at: fc.nat({ max: 45 }) })],
  [1, fc.record({ do: is('child'), order: which })],
];

const command = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Somebody looks at a book, orders and pays it: most histories need a few orders that are paid. */
const bought: fc.Arbitrary<Command[]> = fc
  .record({ tab, school, what: fc.nat({ max: 11 }), way: which, which })
  .map((each): Command[] => [
    { do: 'quote', tab: each.tab, school: each.school, what: each.what },
    { do: 'place', tab: each.tab, way: each.way },
    { do: 'at the provider', act: 'pay', which: each.which },
  ]);

const steps = fc.oneof(
  { weight: 9, arbitrary: command.map((one): Command[] => [one]) },
  { weight: 1, arbitrary: bought },
);

/** What staff of the platform do, beginning at some part of a history, each step some commands after the one before. */
const paidOut = fc
  .record({
    at: fc.nat({ max: 99 }),
    gap: fc.nat({ max: 5 }),
    to: fc.nat({ max: 3 }),
    acts: fc.array(fc.record({ act: fc.constantFrom(...payoutActs), which: fc.nat({ max: 1 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ at, gap, to, acts }) => ({
    at,
    gap,
    commands: [
      { do: 'hold is over' },
      { do: 'prepare payout', to },
      ...acts.map((each) => ({ do: 'payout goes on' as const, ...each })),
    ] satisfies Command[],
  }));

type PaidOut = typeof paidOut extends fc.Arbitrary<infer Value> ? Value : never;

function putIn(others: readonly Command[], payouts: readonly PaidOut[]): Command[] {
  const places = payouts.flatMap(({ at, gap, commands }) => {
    const first = Math.floor((others.length * at) / 100);
    return commands.map((one, step) => ({
      place: step === 0 ? first : first + 1 + (step - 1) * gap,
      one,
    }));
  });
  const at = (place: number) =>
    places.filter((each) => Math.min(each.place, others.length) === place).map(({ one }) => one);
  return [...others.flatMap((other, place) => [...at(place), other]), ...at(others.length)];
}

/** A history: what buyers, banks, staff, networks and the clock do, one after the other. */
export const commandsOfHistory: fc.Arbitrary<Command[]> = fc.noBias(
  fc
    .tuple(
      bought,
      fc.array(steps, { minLength: 25, maxLength: 45, size: 'max' }),
      // Drawn last, so that a seed goes on drawing what it drew before there were payouts.
      fc.array(paidOut, { minLength: 1, maxLength: 4, size: 'max' }),
    )
    .map(([first, rest, payouts]) => putIn([...first, ...rest.flat()], payouts)),
);
