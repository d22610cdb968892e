import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { certificateEndpoints } from '#contract/certificates/certificates.endpoints.ts';
import type { CertificateForm } from '#contract/certificates/certificates.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { apiClient } from '#src/session/api.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { useWayHere } from '#src/ui/way-back.ts';

interface CertificateButtonProps {
  /** What it is for. */
  form: CertificateForm;
  label: string;
  /** The title of the page that it stands on. */
  from: string;
  /** Said to those who see only the button. */
  name?: string;
  size?: 'md' | 'compact-md';
  api?: ApiClient;
}

/** Makes a certificate where there is none yet, and shows it. */
export function CertificateButton({
  form,
  label,
  from,
  name,
  size = 'md',
  api = apiClient,
}: CertificateButtonProps) {
  const navigate = useNavigate();
  const here = useWayHere(from);
  const [isMaking, setMaking] = useState(false);
  async function make(): Promise<void> {
    setMaking(true);
    try {
      const { public_id } = await api.call(certificateEndpoints.issue, { body: form });
      await navigate(paths.certificate({ publicId: public_id }), { state: here });
    } catch (error) {
      notify.error('The certificate could not be made', failureOf(error).text);
    }
    setMaking(false);
  }
  return (
    <Button
      variant="default"
      size={size}
      loading={isMaking}
      leftSection={<IconCertificate size={20} stroke={1.75} aria-hidden />}
      aria-label={name}
      onClick={() => void make()}
    >
      {label}
    </Button>
  );
}
