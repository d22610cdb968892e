import { useParams } from 'react-router-dom';
import { OrdersScreen } from '#src/features/payments/orders.screen.tsx';
import { StaffOrderScreen } from '#src/features/payments/staff-order.screen.tsx';

/** Orders of all schools, or one of them, for who sells. */
export function OrdersPage() {
  const { tenantId, orderId } = useParams();
  if (tenantId === undefined || orderId === undefined) return <OrdersScreen />;
  return <StaffOrderScreen key={orderId} tenantId={tenantId} orderId={orderId} />;
}
