import { describe, expect, it } from 'vitest';
import { weakPasswords } from '#contract/kit/weak-passwords.ts';
import { weaknessOf } from './weak-passwords.ts';

const owner = {
  email: 'nora.lindqvist@greenfield.test',
  school_name: 'Greenfield Primary School',
  first_name: 'Nora',
  last_name: 'Lindqvist',
};

describe('a password that many people use', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2024',
    'passwordpassword',
    'qwertyuiop12',
    '1q2w3e4r5t6y',
    '123456789012',
    'iloveyou1234',
    'letmein12345',
    'abcdefghijkl',
    'football1234',
    'password'.repeat(100),
  ])('is refused: %s', async (password) => {
    expect(await weaknessOf(password, owner)).toBe(weakPasswords.common);
  });
});

describe('a password made of what its owner is called', () => {
  it.each([
    'nora.lindqvist@greenfield.test',
    'NORA.LINDQVIST@GREENFIELD.TEST',
    'noralindqvist',
    'Nora-Lindqvist-1',
    'lindqvist1234',
    'Greenfield2026',
    'greenfield primary school',
    'GreenfieldPrimarySchool',
    'Gr33nf13ldschool',
  ])('is refused: %s', async (password) => {
    expect(await weaknessOf(password, owner)).not.toBeNull();
  });

  it('is refused in words that say so', async () => {
    expect(await weaknessOf('Greenfield2026', owner)).toBe(weakPasswords.own);
    expect(await weaknessOf('nora.lindqvist@greenfield.test', owner)).toBe(weakPasswords.own);
  });

  it('is taken elsewhere, where nobody would try it first', async () => {
    const other = { email: 'kim@riverside.test', school_name: 'Riverside School' };
    expect(await weaknessOf('nora.lindqvist@greenfield.test', other)).toBeNull();
  });
});

describe('a password that few would guess', () => {
  it.each([
    'correct horse battery',
    'three-words-in-a-row',
    'my dog has fleas',
    'xK9#mQ2$vL7p',
    'the greenfield bus is never late',
    'Grüße aus dem Süden',
    '七人の侍は夜に歩いていました',
    'trombone '.repeat(2) + 'lettuce window'.repeat(60),
  ])('is taken: %s', async (password) => {
    expect(await weaknessOf(password, owner)).toBeNull();
  });
});
