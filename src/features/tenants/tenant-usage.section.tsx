import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { tellsFrom } from '#contract/kit/ceilings.ts';
import { tenantUsageEndpoints } from '#contract/tenants/tenant-usage.endpoints.ts';
import type { TenantUsage } from '#contract/tenants/tenant-usage.schema.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerWaiting } from '#src/ui/answer-waiting.tsx';
import { CeilingsDialog } from './ceilings.dialog.tsx';

interface CeilingProps {
  label: string;
  ceiling: TenantUsage['media'];
  say: (amount: number) => string;
}

function Ceiling({ label, ceiling: { used, most, is_usual }, say }: CeilingProps) {
  const part = most === 0 ? 1 : Math.min(1, used / most);
  return (
    <div>
      <Text>
        {label}: {say(used)} of {say(most)}
        {is_usual ? '' : ' (set for this school)'}
      </Text>
      <Progress
        value={part * 100}
        color={part >= tellsFrom ? 'red' : 'blue'}
        aria-label={`${label}: ${Math.round(part * 100)} % used`}
      />
    </div>
  );
}

/** What a school keeps and sends, against how much it may, which the platform can change. */
export function TenantUsageSection({ tenantId, api = apiClient }: { tenantId: string; api?: ApiClient }) {
  const [isAsking, setAsking] = useState(false);
  const load = useCallback(
    (signal: AbortSignal) => api.call(tenantUsageEndpoints.readUsage, { params: { tenantId } }, { signal }),
    [api, tenantId],
  );
  const { status, value: usage, isGone, busy, reload } = useAnswer(load);
  if (!usage)
    return (
      <AnswerWaiting
        answer={{ status, busy, isGone, reload }}
        failed="What this school uses could not be fetched"
        unreachable={`It can be looked at and changed ${asSoonAsReached}.`}
        height={120}
      />
    );
  const today = usage.days.at(-1);
  const { bytes, pieces } = usage.student_week;
  return (
    <Stack align="stretch">
      <Ceiling label="Pictures, recordings and files" ceiling={usage.media} say={sayBytes} />
      <Ceiling label="Emails today" ceiling={usage.mails} say={String} />
      <Text>
        One student in a week: {sayBytes(bytes.most)} and {pieces.most.toLocaleString('en')} pictures and
        recordings
        {bytes.is_usual && pieces.is_usual ? '' : ' (set for this school)'}
      </Text>
      <Text c="dimmed">
        {today
          ? `${today.day}: ${sayBytes(today.bytes)} of new media, ${today.works} new works, ${today.calls} calls`
          : 'Nothing was counted yet.'}
      </Text>
      <Button variant="light" style={{ alignSelf: 'flex-start' }} onClick={() => setAsking(true)}>
        Change limits…
      </Button>
      <CeilingsDialog
        opened={isAsking}
        tenantId={tenantId}
        usage={usage}
        api={api}
        onDone={reload}
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}
