import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconEraser } from '@tabler/icons-react';
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import * as v from 'valibot';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { counted } from '#src/lib/counted.ts';
import { useKeepsakes } from '#src/session/keepsakes.ts';
import { report } from '#src/session/report.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import {
  colors,
  drawAll,
  drawStroke,
  eraser,
  isLight,
  paper,
  sizes,
  skinTones,
  Strokes,
  type Stroke,
} from './drawing.rules.ts';
import styles from './drawing-pad.module.css';
import { pictureOfCanvas } from './shrink-picture.ts';

/** Under what the unfinished drawing is kept: there is one at a time. */
const keptAs = 'drawing';

interface Drawing {
  strokes: readonly Stroke[];
  /** Taken back, the last one first. */
  undone: readonly Stroke[];
}

/** The lines of a drawing, kept on this device from one to the next: a closed pad or a killed tab loses none. */
function useDrawing() {
  const keepsakes = useKeepsakes();
  const [drawing, setDrawing] = useState<Drawing>({ strokes: [], undone: [] });
  useEffect(() => {
    let isLeft = false;
    keepsakes
      .read(keptAs)
      .then((kept) => {
        const strokes = v.safeParse(Strokes, kept?.value);
        // Whoever was faster than the device has begun anew.
        if (!isLeft && strokes.success)
          setDrawing((now) => (now.strokes.length > 0 ? now : { strokes: strokes.output, undone: [] }));
      })
      .catch(report);
    return () => {
      isLeft = true;
    };
  }, [keepsakes]);

  function change(next: Drawing): void {
    setDrawing(next);
    const kept = next.strokes.length > 0 ? keepsakes.keep(keptAs, next.strokes) : keepsakes.drop(keptAs);
    kept.catch(report);
  }
  const { strokes, undone } = drawing;
  return {
    strokes,
    canRedo: undone.length > 0,
    add: (stroke: Stroke) => change({ strokes: [...strokes, stroke], undone: [] }),
    undo: () => change({ strokes: strokes.slice(0, -1), undone: [...strokes.slice(-1), ...undone] }),
    redo: () => change({ strokes: [...strokes, ...undone.slice(0, 1)], undone: undone.slice(1) }),
    clear: () => change({ strokes: [], undone: [] }),
  };
}

function nameOf({ length }: readonly Stroke[]): string {
  if (length === 0) return 'Empty paper';
  return `Your drawing, ${counted(length, 'line')} so far`;
}

interface PaperProps {
  strokes: readonly Stroke[];
  pen: Pick<Stroke, 'color' | 'size'>;
  onStroke: (stroke: Stroke) => void;
  canvas: RefObject<HTMLCanvasElement | null>;
}

/** Where the pointer is, in pixels of the paper, to a tenth. */
function pointOf({ clientX, clientY }: { clientX: number; clientY: number }, canvas: HTMLCanvasElement) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const scaled = [
    ((clientX - left) * paper.width) / width,
    ((clientY - top) * paper.height) / height,
  ] as const;
  return scaled.map((each) => Math.round(each * 10) / 10) as [number, number];
}

/** The paper under a finger, a pen or a mouse. It is drawn on directly: nothing is rendered while a line grows. */
function Paper({ strokes, pen, onStroke, canvas }: PaperProps) {
  const growing = useRef<{ pointerId: number; stroke: Stroke } | null>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) drawAll(context, strokes);
  }, [canvas, strokes]);

  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    // A second finger, or the hand that rests beside the pen, draws nothing.
    if (growing.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const stroke: Stroke = { ...pen, points: [pointOf(event, event.currentTarget)] };
    growing.current = { pointerId: event.pointerId, stroke };
    draw(stroke);
  }

  function go(event: PointerEvent<HTMLCanvasElement>): void {
    const { stroke, pointerId } = growing.current ?? {};
    if (!stroke || pointerId !== event.pointerId) return;
    const { currentTarget, nativeEvent } = event;
    // A quick hand is heard of in several points at once.
    const all = nativeEvent.getCoalescedEvents?.() ?? [];
    for (const each of all.length > 0 ? all : [nativeEvent]) stroke.points.push(pointOf(each, currentTarget));
    draw(stroke);
  }

  function end(event: PointerEvent<HTMLCanvasElement>): void {
    const grown = growing.current;
    if (grown?.pointerId !== event.pointerId) return;
    growing.current = null;
    onStroke(grown.stroke);
  }

  function draw(stroke: Stroke): void {
    const context = canvas.current?.getContext('2d');
    if (context) drawStroke(context, stroke);
  }

  return (
    <canvas
      ref={canvas}
      {...paper}
      className={styles.paper}
      role="img"
      aria-label={nameOf(strokes)}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

interface DrawingPadProps {
  /** True once the drawing is kept. */
  onDone: (drawing: Promise<BarePicture>) => Promise<boolean>;
  onClose: () => void;
}

/** Drawing by finger, pen or mouse. All tools are buttons; an unfinished drawing is there again when the pad is opened anew. */
export function DrawingPad({ onDone, onClose }: DrawingPadProps) {
  const { strokes, canRedo, add, undo, redo, clear } = useDrawing();
  const [color, setColor] = useState<string>(colors[0].color);
  const [size, setSize] = useState<number>(sizes[1].size);
  const [isBusy, setBusy] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);

  async function finish(): Promise<void> {
    if (!canvas.current) return;
    setBusy(true);
    const isKept = await onDone(pictureOfCanvas(canvas.current, 'image/png'));
    setBusy(false);
    if (!isKept) return;
    clear();
    onClose();
  }

  return (
    <Dialog opened size={960} title="Draw a picture" fillsPhone closeOnClickOutside={false} onClose={onClose}>
      <Stack gap="sm">
        <Group gap={4} role="group" aria-label="Colour">
          {[...colors, ...skinTones].map((each) => (
            <button
              key={each.color}
              type="button"
              className={styles.color}
              style={{ backgroundColor: each.color }}
              aria-label={each.name}
              aria-pressed={color === each.color}
              onClick={() => setColor(each.color)}
            >
              {color === each.color && (
                <IconCheck
                  size={26}
                  stroke={3}
                  color={isLight(each.color) ? '#1f1f1f' : '#ffffff'}
                  aria-hidden
                />
              )}
            </button>
          ))}
          <ActionIcon
            size={48}
            variant={color === eraser ? 'light' : 'subtle'}
            aria-label="Eraser"
            aria-pressed={color === eraser}
            onClick={() => setColor(eraser)}
          >
            <IconEraser size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
        <Group gap={4} role="group" aria-label="Pen">
          {sizes.map((each) => (
            <ActionIcon
              key={each.size}
              size={48}
              variant={size === each.size ? 'light' : 'subtle'}
              aria-label={each.name}
              aria-pressed={size === each.size}
              onClick={() => setSize(each.size)}
            >
              <span className={styles.dot} style={{ width: each.size / 1.5, height: each.size / 1.5 }} />
            </ActionIcon>
          ))}
          <ActionIcon
            size={48}
            variant="subtle"
            aria-label="Undo"
            disabled={strokes.length === 0}
            onClick={undo}
          >
            <IconArrowBackUp size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon size={48} variant="subtle" aria-label="Redo" disabled={!canRedo} onClick={redo}>
            <IconArrowForwardUp size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
        <Paper strokes={strokes} pen={{ color, size }} onStroke={add} canvas={canvas} />
        <Text c="dimmed">
          Draw with a finger, a pen or a mouse. If you close this, your drawing waits here until you sign out.
        </Text>
        <Group>
          <Button size="lg" loading={isBusy} disabled={strokes.length === 0} onClick={() => void finish()}>
            Put it in
          </Button>
          <Button size="lg" variant="default" disabled={strokes.length === 0} onClick={clear}>
            Start again
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
