import { Button, TextInput } from '@mantine/core';
import { IconBrush } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { documentLimits, type WorkDocument } from '#contract/works/document.schema.ts';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { documentOfMessage, type MessageParts } from '#contract/works/message.rules.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { storable } from '#src/desk/editor-document.rules.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { useSheet } from '#src/desk/use-sheet.ts';

const DrawingPad = lazyWithRetry(async () => (await import('#src/drawing/drawing-pad.tsx')).DrawingPad);

interface MessageDrawingProps {
  workId: string;
  drawing: MessageParts['drawing'];
  /** Shows a document. */
  draw: (document: WorkDocument) => ReactNode;
  onChange: (drawing: NonNullable<MessageParts['drawing']>) => void;
}

/** The drawing of a message, what can be seen in it, and the pad. A drawing is kept on this tablet before the message shows it. */
export function MessageDrawing({ workId, drawing, draw, onChange }: MessageDrawingProps) {
  const replica = useReplica();
  const pad = useSheet('draw');

  async function keep(made: Promise<BarePicture>): Promise<boolean> {
    try {
      const sha256 = await replica.keepPicture({ workId, made: 'drawing', ...(await made) });
      onChange({ sha256, alt: drawing?.alt ?? '' });
      return true;
    } catch (error) {
      sayNotKept(error, 'This drawing');
      return false;
    }
  }

  return (
    <section aria-label="Your drawing">
      {drawing &&
        draw({ type: 'doc', content: documentOfMessage({ text: '', drawing }).content.slice(0, 1) })}
      <Button
        size="lg"
        mb="md"
        variant="default"
        leftSection={<IconBrush size={24} stroke={1.75} aria-hidden />}
        onClick={pad.show}
      >
        {drawing ? 'Draw another one' : 'Draw'}
      </Button>
      {drawing && (
        <TextInput
          label="What can be seen in your drawing?"
          description="For those who cannot see it."
          size="md"
          dir="auto"
          maxLength={documentLimits.altLength}
          value={drawing.alt}
          onChange={(event) => onChange({ ...drawing, alt: storable(event.currentTarget.value) })}
        />
      )}
      {pad.isOpen && (
        <Suspense fallback={null}>
          <DrawingPad onDone={keep} onClose={() => pad.close()} />
        </Suspense>
      )}
    </section>
  );
}
