import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CertificateButton } from './certificate.button.tsx';

interface RaisedCertificateButtonProps {
  work: { id: string; title: string };
  cause: { id: string; name: string };
  api?: ApiClient;
}

/** Makes the certificate of what a book raised for a cause, and shows it. */
export function RaisedCertificateButton({ work, cause, api = apiClient }: RaisedCertificateButtonProps) {
  return (
    <CertificateButton
      form={{ kind: 'raised', work_id: work.id, cause_id: cause.id }}
      label="Certificate"
      from="Money I Have Raised"
      name={`Certificate of ${work.title} for ${cause.name}`}
      size="compact-md"
      api={api}
    />
  );
}
