import { describe, expect, it } from 'vitest';
import { sampleVariant } from '#tests/support/plan-samples.ts';
import { billingOf, planErrors, proposedSeats, readSeats, seatsError } from './plan-values.ts';
import { readVariant, variantValues } from './variant-values.ts';

const values = {
  variant_id: sampleVariant().id,
  seats: '24',
  name: 'Greenfield Primary',
  email: 'office@greenfield.test',
  country: 'DE',
  street: '',
  postcode: '',
  city: '',
  accepts_terms: true,
};

describe('seats', () => {
  it('are whole numbers that the variant has', () => {
    const variant = sampleVariant();
    for (const typed of ['', '0', '-1', '1.5', 'ten', '1000000']) expect(readSeats(typed)).toBeNull();
    expect(readSeats(' 24 ')).toBe(24);
    expect(seatsError('9', variant)).toBe('This plan begins with 10 seats');
    expect(seatsError('201', variant)).toBe('This plan has 200 seats at most');
    expect(seatsError('200', variant)).toBeNull();
  });

  it('are proposed for each student', () => {
    expect(proposedSeats(24, sampleVariant())).toBe('24');
    expect(proposedSeats(3, sampleVariant())).toBe('10');
    expect(proposedSeats(500, sampleVariant())).toBe('200');
    expect(proposedSeats(0, null)).toBe('1');
  });
});

describe('a plan', () => {
  it('can be chosen once all is filled in', () => {
    expect(planErrors(values, sampleVariant())).toEqual({});
  });

  it('has an address that is whole, or none', () => {
    expect(billingOf(values).address).toBeNull();
    const typed = { ...values, postcode: '10115' };
    expect(Object.keys(planErrors(typed, sampleVariant()))).toEqual(['street', 'city']);
    expect(billingOf({ ...typed, street: 'Lane 1', city: 'Berlin' }).address).toEqual({
      street: 'Lane 1',
      postcode: '10115',
      city: 'Berlin',
    });
  });

  it('says at each field what is missing', () => {
    const wrong = {
      ...values,
      variant_id: '',
      seats: '',
      name: '',
      email: 'x',
      country: '',
      accepts_terms: false,
    };
    expect(Object.keys(planErrors(wrong, null)).toSorted()).toEqual(
      ['accepts_terms', 'country', 'email', 'name', 'seats', 'variant_id'].toSorted(),
    );
  });
});

describe('a variant', () => {
  it('is read as it was typed, and back', () => {
    const variant = sampleVariant({ seat_maximum: null });
    const { id: _id, plan_id: _plan, in_use: _use, ...sent } = variant;
    expect(readVariant(variantValues(variant, ''))).toEqual({ variant: sent, errors: {} });
  });

  it('says at each field what is wrong', () => {
    const typed = { ...variantValues(null, ''), seat_minimum: '10', seat_maximum: '5', trial_days: 'x' };
    const { variant, errors } = readVariant({ ...typed, currency: 'EUR', seat_price: '0.125' });
    expect(variant).toBeNull();
    expect(Object.keys(errors).toSorted()).toEqual(['plan_id', 'seat_price', 'trial_days']);
    const order = readVariant({ ...typed, currency: 'EUR', seat_price: '2', trial_days: '0', plan_id: 'x' });
    expect(order.errors).toEqual({ seat_maximum: 'The most seats are not fewer than the fewest' });
    expect(readVariant({ ...typed, trial_days: '0' }).errors['currency']).toBe('Please choose a currency');
  });
});
