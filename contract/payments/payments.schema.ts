import * as v from 'valibot';

/** How one can pay; each is offered where its keys are set and it can say the amount. */
const providerNames = ['stripe', 'paypal', 'phonepe', 'transfer'] as const;
export const ProviderName = v.picklist(providerNames);
export type ProviderName = v.InferOutput<typeof ProviderName>;

/** Captured is final; refunds and disputes stand beside it. Of the others, each can still become captured. */
const paymentStates = ['begun', 'waiting', 'captured', 'failed', 'cancelled', 'expired'] as const;
export const PaymentState = v.picklist(paymentStates);
export type PaymentState = v.InferOutput<typeof PaymentState>;
