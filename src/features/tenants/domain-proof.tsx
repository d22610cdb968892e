import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import type { TenantDetails } from '#contract/tenants/tenant-details.schema.ts';
import { failureOf } from '#src/session/failure-words.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { CopyField } from '#src/ui/copy-field.tsx';
import { FailureNote, type Failure } from '#src/ui/failure-note.tsx';
import { notify } from '#src/ui/notify.tsx';
import styles from './tenants.module.css';

interface DomainProofProps {
  api: ApiClient;
  tenantId: string;
  proof: NonNullable<TenantDetails['domain_proof']>;
  /** Called with what the school has now. */
  onShown: (tenant: TenantDetails) => void;
}

/** How a school shows its domain to be its own: a record that whoever runs the domain makes, looked for at once or later. */
export function DomainProof({ api, tenantId, proof, onShown }: DomainProofProps) {
  const [isLooking, setLooking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function look() {
    setLooking(true);
    setFailure(null);
    try {
      const tenant = await api.call(tenantDetailsEndpoints.showDomain, { params: { tenantId } });
      notify.success('The domain is yours', `${tenant.verified_host ?? ''} leads here from now on.`);
      onShown(tenant);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setLooking(false);
  }

  return (
    <div className={styles.proof}>
      <Text>
        It does not lead here until it was shown to be yours. To do that, the person who looks after your
        domain makes a TXT record:
      </Text>
      <CopyField label="Name" value={proof.name} copied="Name copied." failed="Failed to copy the name." />
      <CopyField
        label="Value"
        value={proof.value}
        copied="Value copied."
        failed="Failed to copy the value."
      />
      {failure && <FailureNote failure={failure} />}
      <div>
        <Button variant="default" loading={isLooking} onClick={() => void look()}>
          Look for the record
        </Button>
      </div>
    </div>
  );
}
