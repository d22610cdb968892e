import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { route, type Route } from '#server/platform/route.ts';
import type { CertificateService } from './certificates.service.ts';

export function certificateRoutes(certificates: CertificateService): Route[] {
  return [
    route(certificateEndpoints.read, (input, call) => certificates.read(input, call)),
    route(certificateEndpoints.issue, (input, call) => certificates.issue(input, call)),
    route(certificateEndpoints.withdraw, (input, call) => certificates.withdraw(input, call)),
  ];
}
