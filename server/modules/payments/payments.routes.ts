import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { openRoute, route, type Route } from '#server/platform/route.ts';
import type { StaffPaymentService } from './staff-payments.service.ts';

export function paymentRoutes(staff: StaffPaymentService): Route[] {
  return [
    route(paymentEndpoints.list, (input, call) => staff.list(input, call)),
    openRoute(paymentEndpoints.check, (input, call) => staff.check(input, call)),
    openRoute(paymentEndpoints.recordTransfer, (input, call) => staff.record(input, call)),
    route(paymentEndpoints.listFindings, (input, call) => staff.listFindings(input, call)),
    route(paymentEndpoints.closeFinding, (input, call) => staff.closeFinding(input, call)),
    route(paymentEndpoints.listBanks, (input, call) => staff.listBanks(input, call)),
    route(paymentEndpoints.setBank, (input, call) => staff.setBank(input, call)),
    route(paymentEndpoints.removeBank, (input, call) => staff.removeBank(input, call)),
  ];
}
