import { invoiceEndpoints } from '#contract/invoices/invoices.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { InvoiceService } from './invoices.service.ts';

export function invoiceRoutes(invoices: InvoiceService): Route[] {
  return [
    route(invoiceEndpoints.read, (input, call) => invoices.read(input, call)),
    route(invoiceEndpoints.readWhole, (input, call) => invoices.readWhole(input, call)),
  ];
}
