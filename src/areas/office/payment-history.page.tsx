import { PaymentHistoryScreen } from '#src/features/payments/payment-history.screen.tsx';

/** What was paid at all schools, for who sells. */
export function PaymentHistoryPage() {
  return <PaymentHistoryScreen />;
}
