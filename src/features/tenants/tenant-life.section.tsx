import '@mantine/core/styles/Stack.layer.css';
import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { tenantLifeEndpoints } from '#contract/tenants/tenant-life.endpoints.ts';
import type { TenantLife } from '#contract/tenants/tenant-life.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { sayInFull } from '#src/ui/moments.ts';
import { TenantLifeDialog } from './tenant-life.dialog.tsx';
import { lifeWords } from './tenant-life.words.ts';

function sayState({ state, suspended_at }: TenantLife): string {
  if (state === 'closing' && suspended_at !== null)
    return `Closing, and suspended since ${sayInFull(suspended_at)}. Nobody can sign in.`;
  if (state === 'pending') return 'Registered. Nobody has set it up yet, so nobody can sign in.';
  if (state === 'active') return 'Active. Everybody can sign in.';
  if (state === 'closing') return 'Closing. Everybody can sign in and read, and nobody can change anything.';
  if (state === 'gone') return 'Gone. Everything was deleted.';
  return `Suspended since ${suspended_at === null ? 'a while' : sayInFull(suspended_at)}. Nobody can sign in.`;
}

interface TenantLifeSectionProps {
  tenantId: string;
  api?: ApiClient;
  /** Told where it is in its life, each time that it is read. */
  onRead?: (tenant: TenantLife) => void;
}

/** Where a school is in its life, and what the platform can do about it. */
export function TenantLifeSection({ tenantId, api = apiClient, onRead }: TenantLifeSectionProps) {
  const [isAsking, setAsking] = useState(false);
  const load = useCallback(
    (signal: AbortSignal) => api.call(tenantLifeEndpoints.readLife, { params: { tenantId } }, { signal }),
    [api, tenantId],
  );
  const { status, value: tenant, isGone, busy, reload } = useAnswer(load);
  useEffect(() => {
    if (tenant) onRead?.(tenant);
  }, [tenant, onRead]);
  if (tenant)
    return (
      <Stack align="flex-start">
        <Text dir="auto">{sayState(tenant)}</Text>
        {(tenant.state === 'active' || tenant.state === 'suspended') && (
          <Button
            variant={tenant.state === 'suspended' ? 'filled' : 'light'}
            {...(tenant.state === 'active' && { color: 'red' })}
            onClick={() => setAsking(true)}
          >
            {lifeWords(tenant).act}…
          </Button>
        )}
        <TenantLifeDialog
          opened={isAsking}
          tenant={tenant}
          api={api}
          onDone={reload}
          onClose={() => setAsking(false)}
        />
      </Stack>
    );
  return (
    <AnswerWaiting
      answer={{ status, busy, isGone, reload }}
      failed="The life of this school could not be fetched"
      unreachable={`It can be looked at and changed ${asSoonAsReached}.`}
      height={64}
    />
  );
}
