import type { Module, OptionsOf } from '#server/platform/module.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { createInvoiceService, type InvoiceService } from './invoices.service.ts';

export interface Invoices extends Module {
  readonly invoices: InvoiceService;
}

/** Documents of what was paid and given back. */
export function createInvoices(deps: OptionsOf<typeof createInvoiceService>): Invoices {
  const invoices = createInvoiceService(deps);
  return { invoices, routes: invoiceRoutes(invoices) };
}
