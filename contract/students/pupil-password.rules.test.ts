import { expect, it } from 'vitest';
import { foldPupilPassword } from './pupil-password.rules.ts';
import { suggestPassword } from './simple-words.ts';

it.each([
  'sunny-otter-lamp',
  'SUNNY-OTTER-LAMP',
  'Sunny Otter Lamp',
  ' sunny  otter lamp\n',
  'sunny - otter - lamp',
  'sunny–otter—lamp',
  'sunny\u00A0otter\u2011lamp',
])('takes %j for the password on the card', (typed) => {
  expect(foldPupilPassword(typed)).toBe('sunny-otter-lamp');
});

it.each(['sunnyotterlamp', 'sunny_otter_lamp', 'sunny-otter-lamb', 'sunny-otter', ''])(
  'takes %j for another password',
  (typed) => {
    expect(foldPupilPassword(typed)).not.toBe('sunny-otter-lamp');
  },
);

it('takes a letter with a separate accent for the letter that has it', () => {
  expect(foldPupilPassword('Zoe\u0308-otter')).toBe(foldPupilPassword('zo\u00EB otter'));
});

it('leaves suggested passwords as they are', () => {
  let drawn = 0;
  const password = suggestPassword((below) => (drawn += 37) % below);
  expect(foldPupilPassword(password)).toBe(password);
});
