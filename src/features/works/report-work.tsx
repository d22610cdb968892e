import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Work } from '#contract/works/works.schema.ts';
import { latePart } from '#src/session/late-code.ts';

const ReportDialog = latePart(async () => (await import('./report.dialog.tsx')).ReportDialog);

/** The way to tell the school about what stands on the shelf; for whoever reads it, signed in or not. */
export function ReportWork({ work }: { work: Work }) {
  const [isOpen, setOpen] = useState(false);
  if (work.state !== 'published') return null;
  return (
    <Group>
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
