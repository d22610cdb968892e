import { problems } from '../kit/problem.ts';

export const orderProblems = problems('orders', {
  ask_grown_up: { status: 403, error: 'Please ask a grown-up to buy this for you.' },
  closed: { status: 409, error: 'The shop is closed.' },
  currency_needed: { status: 409, error: 'Please choose a currency first.' },
  code_taken: { status: 409, error: 'Another school has these letters. Please choose others.' },
  cause_needed: { status: 409, error: 'Please choose the cause that books collect for first.' },
  price_not_payable: { status: 409, error: 'No way to pay can take this amount.' },
  no_permission: {
    status: 409,
    error: 'A guardian has not allowed yet that this is sold. Please record it in Permissions first.',
  },
  nothing_to_buy: { status: 409, error: 'Nothing of this can be bought any more.' },
  price_changed: { status: 409, error: 'The price has changed. Please look at it again.' },
  quote_expired: { status: 409, error: 'Please look at the prices again: they were shown a while ago.' },
  id_taken: { status: 409, error: 'There is another order with this id.' },
  address_needed: { status: 400, error: 'A printed book needs an address.' },
  not_found: { status: 404, error: 'There is no such order.' },
  provider_unavailable: {
    status: 409,
    error: 'This way to pay does not answer right now. Nothing was paid. Please try another one.',
  },
  not_next: { status: 409, error: 'This is not the next step of this book.' },
  already_paid: { status: 409, error: 'This is paid already.' },
  wrong_code: { status: 403, error: 'This is not the code from the email, or it is too old.' },
  pass_over: { status: 403, error: 'Please show again that this order is yours.' },
  withdrawn: { status: 410, error: 'This book cannot be downloaded any more.' },
  not_ready: { status: 409, error: 'This is not paid yet.' },
  not_returnable: { status: 409, error: 'This cannot be given back any more.' },
  more_than_paid: { status: 409, error: 'This is more than is left of what was paid.' },
  lapsed: { status: 409, error: 'This order was not paid in time. Please order again.' },
});
