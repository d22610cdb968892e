import { describe, expect, it } from 'vitest';
import { hedgehogs, sampleShop } from '#tests/support/order-samples.ts';
import { readShop, shopValues } from './shop-values.ts';

describe('a shop as the office types it', () => {
  it('is sent back as it came where nothing was changed', () => {
    const { default_cause: _cause, seller: _seller, is_test: _test, ...shop } = sampleShop();
    expect(readShop(shopValues(sampleShop()))).toEqual({
      shop: { ...shop, default_cause_id: hedgehogs.id },
      errors: {},
    });
  });

  it('takes amounts as people write them, and counts them in the currency', () => {
    const values = shopValues(sampleShop());
    expect(readShop({ ...values, digital_price: '4,50' }).shop?.digital_price).toBe(450);
    const yen = {
      ...values,
      currency: 'JPY',
      digital_price: '400',
      print_price: '1,200',
      print_cost: '500',
      shipping_price: '0',
    };
    expect(readShop(yen).shop).toMatchObject({ digital_price: 400, print_price: 1200 });
  });

  it('says at each field what cannot be read', () => {
    const values = shopValues(sampleShop());
    const { shop, errors } = readShop({ ...values, digital_price: 'four', school_part: '120', code: 'A1' });
    expect(shop).toBeNull();
    expect(Object.keys(errors).toSorted()).toEqual(['code', 'digital_price', 'school_part']);
    expect(readShop({ ...values, currency: '' }).errors).toEqual({ currency: 'Please choose a currency' });
  });

  it('asks nothing about printing where nothing is printed', () => {
    const values = { ...shopValues(sampleShop()), sells_print: false, print_price: 'x', print_cost: '' };
    expect(readShop(values)).toMatchObject({
      shop: { print_price: null, print_cost: 0, shipping_price: 0 },
      errors: {},
    });
  });
});
