import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { exportLinkMinutes, type TenantExport } from '#contract/exports/exports.schema.ts';
import { sayBytes } from '#src/lib/bytes.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { sayInFull } from '#src/ui/moments.ts';
import { notify } from '#src/ui/notify.tsx';

function percentOf({ rows_done, rows_total }: TenantExport): number {
  return rows_total === null || rows_total === 0 ? 0 : Math.floor((rows_done / rows_total) * 100);
}

function DownloadButton({
  label,
  bytes,
  linkOf,
}: {
  label: string;
  bytes: number;
  linkOf: () => Promise<string>;
}) {
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      window.location.assign(await linkOf());
    } catch (error) {
      notify.error('The export could not be downloaded', failureOf(error).text);
    }
    setBusy(false);
  }
  return (
    <Button variant="light" loading={busy} onClick={() => void download()}>
      {label} ({sayBytes(bytes)})
    </Button>
  );
}

interface ExportRowProps {
  row: TenantExport;
  linkOf: (part: number) => Promise<string>;
}

/** One export: how far it is, or what can be downloaded of it. */
export function ExportRow({ row, linkOf }: ExportRowProps) {
  const { state, asked_at, expires_at, is_by_platform, parts } = row;
  const by = is_by_platform ? ' by the platform' : '';
  if (state === 'failed')
    return <Text>The export of {sayInFull(asked_at)} did not work. Please ask for a new one.</Text>;
  if (state === 'waiting') {
    const percent = percentOf(row);
    return (
      <Stack gap="xs">
        <Text role="status">
          Asked for on {sayInFull(asked_at)}
          {by}. {percent} % is written.
        </Text>
        <Progress value={percent} aria-label="Written" />
        <Text size="sm">You can leave this page. An email tells who asked when it is ready.</Text>
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <Text>
        Asked for on {sayInFull(asked_at)}
        {by}. Ready until {sayInFull(expires_at)}.
      </Text>
      <Group>
        {parts.map(({ part, bytes }) => (
          <DownloadButton
            key={part}
            label={parts.length === 1 ? 'Download' : `Download part ${part} of ${parts.length}`}
            bytes={bytes}
            linkOf={() => linkOf(part)}
          />
        ))}
      </Group>
      <Text size="sm">
        Each download link works once, for {exportLinkMinutes} minutes. The audit keeps who downloaded.
      </Text>
    </Stack>
  );
}
