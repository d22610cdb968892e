import { problems } from '../kit/problem.ts';

export const subscriptionProblems = problems('subscriptions', {
  /** Only of endpoints with `grows`: students' work, reading and export are never refused. */
  read_only: {
    status: 409,
    error: 'Your plan has run out. All work is safe. To add more, please renew your plan in Plans.',
  },
  not_found: { status: 404, error: 'There is no plan yet. Please choose one first.' },
  plan_not_found: { status: 404, error: 'There is no such plan.' },
  variant_not_found: { status: 404, error: 'There is no such variant.' },
  order_not_found: { status: 404, error: 'There is no such order.' },
  id_taken: { status: 409, error: 'This was sent before with other words.' },
  name_taken: { status: 409, error: 'Another plan has this name.' },
  in_use: { status: 409, error: 'Schools have this plan. Please stop offering it instead.' },
  /** Period and currency of a variant that schools have. */
  fixed: { status: 409, error: 'Schools have this variant. Please make another one instead.' },
  not_offered: { status: 409, error: 'This is not offered any more. Please choose another plan.' },
  /** There is one already. */
  subscribed: { status: 409, error: 'You have a plan already. Please change that one.' },
  /** By the plan of an organization. */
  covered: { status: 409, error: 'Your organization’s plan includes your school.' },
  price_changed: { status: 409, error: 'The price has changed. Please look at it again.' },
  /** More seats that were ordered before. */
  order_waits: {
    status: 409,
    error: 'Seats that you ordered wait to be paid. Please pay or cancel them first.',
  },
  /** More seats at once in a period that is over. */
  not_active: { status: 409, error: 'Please pay for your plan first.' },
});
