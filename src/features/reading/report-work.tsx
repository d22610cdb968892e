import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Work } from '#contract/works/works.schema.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';

const ReportDialog = lazyWithRetry(async () => (await import('./report.dialog.tsx')).ReportDialog);

/** What came of what the reader told: what is still on the shelf stays there. */
function OwnReport({ told: { decided_at } }: { told: NonNullable<Work['own_report']> }) {
  return (
    <Text w="100%">
      You said that something is not right here.{' '}
      {decided_at === null ? 'Somebody will look at it.' : 'Somebody looked at it, and it stays.'}
    </Text>
  );
}

/** The way to tell the school about what stands on the shelf; for whoever reads it, signed in or not. */
export function ReportWork({ work }: { work: Work }) {
  const [isOpen, setOpen] = useState(false);
  if (work.state !== 'published') return null;
  return (
    <Group>
      {work.own_report && <OwnReport told={work.own_report} />}
      {/* Its words begin where all others on the page do. */}
      <Button size="md" mih={48} px={12} ms={-12} variant="subtle" onClick={() => setOpen(true)}>
        Something is not right here
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog work={work} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Group>
  );
}
