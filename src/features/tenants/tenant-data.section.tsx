import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';
import * as v from 'valibot';
import { tenantDetailsEndpoints } from '#contract/tenants/tenant-details.endpoints.ts';
import type { TenantDetails } from '#contract/tenants/tenant-details.schema.ts';
import { Tenant } from '#contract/tenants/tenants.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { adoptTenant } from '#src/session/tenant-theme.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useTenant } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { TenantDataForm } from './tenant-data.form.tsx';
import { addressBelow } from './tenant-form.rules.ts';

interface TenantDataSectionProps {
  tenantId: string;
  api?: ApiClient;
  onSaved?: () => void;
}

/** What is set about a school or organization. Of the own one, what is saved shows at once, in all open tabs. */
export function TenantDataSection({ tenantId, api = apiClient, onSaved }: TenantDataSectionProps) {
  const own = useTenant().tenant;
  const { protocol, hostname } = window.location;
  const platform = { protocol, hostname: own?.platform_host ?? hostname };
  const [saved, setSaved] = useState<TenantDetails | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => api.call(tenantDetailsEndpoints.read, { params: { tenantId } }, { signal }),
    [api, tenantId],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  const tenant = saved ?? value;
  if (tenant) {
    return (
      <TenantDataForm
        api={api}
        tenant={tenant}
        here={tenant.id === own?.id ? window.location : addressBelow(tenant, platform)}
        onSaved={(now) => {
          setSaved(now);
          onSaved?.();
          if (now.id !== own?.id) return;
          const { platform_host } = own;
          adoptTenant({ ...v.parse(Tenant, now), ...(platform_host !== undefined && { platform_host }) });
        }}
      />
    );
  }
  if (status === 'unreachable' || status === 'failed') {
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        isGone={isGone}
        failed="These data could not be fetched"
        unreachable={`They can be looked at and changed ${asSoonAsReached}.`}
        onRetry={reload}
      />
    );
  }
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} height={64} aria-hidden />
      ))}
    </>
  );
}
