import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import { paths } from '#contract/kit/paths.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';

interface RaisedCertificateButtonProps {
  work: { id: string; title: string };
  cause: { id: string; name: string };
  api?: ApiClient;
}

/** Makes the certificate of what a book raised for a cause, and shows it. */
export function RaisedCertificateButton({ work, cause, api = apiClient }: RaisedCertificateButtonProps) {
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  async function make(): Promise<void> {
    setMaking(true);
    try {
      const { public_id } = await api.call(certificateEndpoints.issue, {
        body: { kind: 'raised', work_id: work.id, cause_id: cause.id },
      });
      await navigate(paths.certificate({ publicId: public_id }));
    } catch (error) {
      notify.error('The certificate could not be made', failureOf(error).text);
    }
    setMaking(false);
  }
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={isMaking}
      leftSection={<IconCertificate size={20} stroke={1.75} aria-hidden />}
      aria-label={`Certificate of ${work.title} for ${cause.name}`}
      onClick={() => void make()}
    >
      Certificate
    </Button>
  );
}
