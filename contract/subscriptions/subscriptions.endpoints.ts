import * as v from 'valibot';
import { endpoint } from '../kit/endpoint.ts';
import { Id } from '../kit/id.ts';
import { keyedPageQuery, pageOf } from '../kit/page.ts';
import { product } from '../kit/product.ts';
import { officeStaff } from '../kit/roles.ts';
import { orderProblems } from '../orders/orders.problems.ts';
import { subscriptionProblems } from './subscriptions.problems.ts';
import {
  CoveredQuery,
  CoveredSchool,
  ListedSubscription,
  OwnSubscription,
  Plan,
  PlanChange,
  PlanForm,
  PlanList,
  PlanOrder,
  PlanQuote,
  PlanQuoteQuery,
  PlanRules,
  SeatsForm,
  SeatsQuoteQuery,
  SubscriptionChange,
  SubscriptionForm,
  SubscriptionQuery,
  VariantChange,
  VariantForm,
} from './subscriptions.schema.ts';

/** Who offers plans: the platform. */
const offering = { roles: [product.platformRole], hosts: 'all', offline: 'online-only' } as const;

/** Who chooses and pays a plan: the office. */
const choosing = { roles: officeStaff, offline: 'online-only' } as const;

const params = v.object({ id: Id });

/** Plans and their variants. */
export const planEndpoints = {
  list: endpoint({
    ...offering,
    name: 'plans.list',
    summary: 'Plans with their variants, and whether schools have to have one',
    method: 'GET',
    path: '/plans/',
    roles: [...officeStaff, product.platformRole],
    response: PlanList,
  }),
  create: endpoint({
    ...offering,
    name: 'plans.create',
    summary: 'Make a plan; schools see it once a variant is offered',
    method: 'POST',
    path: '/plans/',
    body: PlanForm,
    response: Plan,
    problems: [subscriptionProblems.id_taken, subscriptionProblems.name_taken],
  }),
  update: endpoint({
    ...offering,
    name: 'plans.update',
    summary: 'Change what a plan says of itself',
    method: 'PATCH',
    path: '/plans/:id/',
    params,
    body: PlanChange,
    response: Plan,
    problems: [subscriptionProblems.plan_not_found, subscriptionProblems.name_taken],
  }),
  remove: endpoint({
    ...offering,
    name: 'plans.remove',
    summary: 'Remove a plan with its variants, where no school ever had one',
    method: 'DELETE',
    path: '/plans/:id/',
    params,
    response: PlanList,
    problems: [subscriptionProblems.plan_not_found, subscriptionProblems.in_use],
  }),
  createVariant: endpoint({
    ...offering,
    name: 'plans.createVariant',
    summary: 'Make a variant of a plan: period, currency, price and seats',
    method: 'POST',
    path: '/plan-variants/',
    body: VariantForm,
    response: Plan,
    problems: [
      subscriptionProblems.plan_not_found,
      subscriptionProblems.id_taken,
      orderProblems.price_not_payable,
    ],
  }),
  updateVariant: endpoint({
    ...offering,
    name: 'plans.updateVariant',
    summary: 'Change a variant; another price counts from the next order of each school',
    method: 'PATCH',
    path: '/plan-variants/:id/',
    params,
    body: VariantChange,
    response: Plan,
    problems: [
      subscriptionProblems.variant_not_found,
      subscriptionProblems.fixed,
      orderProblems.price_not_payable,
    ],
  }),
  removeVariant: endpoint({
    ...offering,
    name: 'plans.removeVariant',
    summary: 'Remove a variant that no school ever had',
    method: 'DELETE',
    path: '/plan-variants/:id/',
    params,
    response: Plan,
    problems: [subscriptionProblems.variant_not_found, subscriptionProblems.in_use],
  }),
  setRequired: endpoint({
    ...offering,
    name: 'plans.setRequired',
    summary: 'Say whether schools have to have a plan',
    method: 'PUT',
    path: '/plans/required/',
    body: v.object({ is_required: v.boolean() }),
    response: PlanRules,
  }),
} as const;

/** The plan of a school or of an organization. */
export const subscriptionEndpoints = {
  read: endpoint({
    ...choosing,
    name: 'subscriptions.read',
    summary: 'The plan of the school with its seats, or that of the organization that includes it',
    method: 'GET',
    path: '/subscription/',
    response: OwnSubscription,
  }),
  quote: endpoint({
    ...choosing,
    name: 'subscriptions.quote',
    guests: 'never',
    summary: 'What a variant costs for so many seats, and how long its trial is',
    method: 'GET',
    path: '/subscription/quote/',
    query: PlanQuoteQuery,
    response: PlanQuote,
    problems: [subscriptionProblems.variant_not_found, subscriptionProblems.not_offered],
  }),
  start: endpoint({
    ...choosing,
    name: 'subscriptions.start',
    guests: 'never',
    summary: 'Choose a plan: its trial begins where there is one, and its first period is ordered',
    method: 'POST',
    path: '/subscription/',
    body: SubscriptionForm,
    response: OwnSubscription,
    problems: [
      subscriptionProblems.variant_not_found,
      subscriptionProblems.not_offered,
      subscriptionProblems.subscribed,
      subscriptionProblems.covered,
      subscriptionProblems.price_changed,
      subscriptionProblems.id_taken,
    ],
  }),
  update: endpoint({
    ...choosing,
    name: 'subscriptions.update',
    guests: 'never',
    summary:
      'Choose another variant, fewer or more seats or the end, each from the next period; or who gets invoices',
    method: 'PATCH',
    path: '/subscription/',
    body: SubscriptionChange,
    response: OwnSubscription,
    problems: [
      subscriptionProblems.not_found,
      subscriptionProblems.variant_not_found,
      subscriptionProblems.not_offered,
    ],
  }),
  quoteSeats: endpoint({
    ...choosing,
    name: 'subscriptions.quoteSeats',
    guests: 'never',
    summary: 'What more seats cost for the rest of the period',
    method: 'GET',
    path: '/subscription/seats/',
    query: SeatsQuoteQuery,
    response: PlanQuote,
    problems: [subscriptionProblems.not_found, subscriptionProblems.not_active],
  }),
  orderSeats: endpoint({
    ...choosing,
    name: 'subscriptions.orderSeats',
    guests: 'never',
    summary: 'Order more seats at once; they count when they are paid, and in a trial at once',
    method: 'POST',
    path: '/subscription/orders/',
    body: SeatsForm,
    response: OwnSubscription,
    problems: [
      subscriptionProblems.not_found,
      subscriptionProblems.not_active,
      subscriptionProblems.order_waits,
      subscriptionProblems.price_changed,
      subscriptionProblems.id_taken,
    ],
  }),
  cancelOrder: endpoint({
    ...choosing,
    name: 'subscriptions.cancelOrder',
    guests: 'never',
    summary: 'Take back more seats that were ordered and not paid',
    method: 'DELETE',
    path: '/subscription/orders/:id/',
    params,
    response: OwnSubscription,
    problems: [subscriptionProblems.order_not_found],
  }),
  listCovered: endpoint({
    ...choosing,
    name: 'subscriptions.listCovered',
    summary: 'The schools that the organization’s plan includes, by name, with the seats that each uses',
    method: 'GET',
    path: '/subscription/schools/',
    roles: ['organization_admin'],
    query: CoveredQuery,
    response: pageOf(v.array(CoveredSchool)),
  }),
  listOrders: endpoint({
    ...choosing,
    name: 'subscriptions.listOrders',
    guests: 'never',
    summary: 'Payment history: the own orders of plans with their documents, the latest first',
    method: 'GET',
    path: '/payments/own/',
    query: keyedPageQuery({ maximum: 100 }),
    response: pageOf(v.array(PlanOrder)),
  }),
  list: endpoint({
    ...offering,
    name: 'subscriptions.list',
    summary: 'Which school has which plan, in which state and with how many seats, the latest first',
    method: 'GET',
    path: '/subscriptions/',
    query: SubscriptionQuery,
    response: pageOf(v.array(ListedSubscription)),
  }),
} as const;
