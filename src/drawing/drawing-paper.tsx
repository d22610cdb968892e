import { VisuallyHidden } from '@mantine/core';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { DrawingLayer, drawStamp } from './drawing-layer.ts';
import {
  drawStroke,
  nameOfDrawing,
  paper,
  type Point,
  type Stamp,
  type Step,
  type Stroke,
} from './drawing.rules.ts';
import styles from './drawing-pad.module.css';

/** What a touch of the paper does; null where a stamp is still to be chosen. */
export type Tool =
  | { is: 'pen'; color: string; size: number }
  | { is: 'fill'; color: string }
  | ({ is: 'stamp'; side: number } & Pick<Stamp, 'stamp' | 'pieces'>)
  | null;

interface DrawingPaperProps {
  steps: readonly Step[];
  tool: Tool;
  onStep: (step: Step) => void;
  canvas: RefObject<HTMLCanvasElement | null>;
}

/** Where the pointer is, in pixels of the paper, to a tenth. */
function pointOf(
  { clientX, clientY }: { clientX: number; clientY: number },
  canvas: HTMLCanvasElement,
): Point {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const scaled = [
    ((clientX - left) * paper.width) / width,
    ((clientY - top) * paper.height) / height,
  ] as const;
  return scaled.map((each) => Math.round(each * 10) / 10) as Point;
}

/** Pixels of the paper that an arrow key goes; with Shift the short way. */
const strides = { far: 24, near: 4 } as const;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (at: number, end: number) => Math.min(Math.max(0, at), end);

/** What is under way: a line that grows, or a stamp before it is let go of. */
interface Growing {
  /** Null where it is the keyboard. */
  pointerId: number | null;
  step: Stroke | Stamp;
}

/**
 * The paper under a finger, a pen, a mouse, or a cross that the arrow keys move. It is drawn on directly: nothing is rendered
 * while a line grows.
 */
export function DrawingPaper({ steps, tool, onStep, canvas }: DrawingPaperProps) {
  const growing = useRef<Growing | null>(null);
  const [layer] = useState(() => new DrawingLayer());
  /** Where the cross of the keyboard is; null while nobody uses it. */
  const [cross, setCross] = useState<Point | null>(null);
  const [isDown, setDown] = useState(false);
  const hint = useId();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) layer.showOn(context, steps);
  }, [canvas, layer, steps]);

  /** A touch at this place: at once where it fills, or else what grows from there. */
  function touch(at: Point, pointerId: number | null): void {
    if (tool === null) return;
    if (tool.is === 'fill') {
      if (!layer.hasColor(at, tool.color)) onStep({ fill: tool.color, at });
      return;
    }
    const step: Growing['step'] =
      tool.is === 'pen'
        ? { color: tool.color, size: tool.size, points: [at] }
        : { stamp: tool.stamp, pieces: tool.pieces, side: tool.side, at };
    growing.current = { pointerId, step };
    show(step, 1);
  }

  /** @param news points at the end of a line that are not drawn yet */
  function show(step: Growing['step'], news: number): void {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    if ('points' in step) {
      // With those before, from which it bends on.
      drawStroke(context, { ...step, points: step.points.slice(-news - 2) });
      return;
    }
    layer.showOn(context, steps);
    drawStamp(context, step);
  }

  function goTo(points: readonly Point[]): void {
    const { step } = growing.current ?? {};
    const last = points.at(-1);
    if (!step || !last) return;
    if ('points' in step) step.points.push(...points);
    else step.at = last;
    show(step, points.length);
  }

  function end(): void {
    const grown = growing.current;
    growing.current = null;
    if (grown) onStep(grown.step);
  }

  function begin(event: PointerEvent<HTMLElement>): void {
    // A second finger, or the hand that rests beside the pen, draws nothing.
    if (growing.current || event.button !== 0 || !canvas.current) return;
    canvas.current.setPointerCapture(event.pointerId);
    setCross(null);
    touch(pointOf(event, canvas.current), event.pointerId);
  }

  function go(event: PointerEvent<HTMLElement>): void {
    const { current: seen } = canvas;
    if (!seen || !growing.current || growing.current.pointerId !== event.pointerId) return;
    const { nativeEvent } = event;
    // A quick hand is heard of in several points at once.
    const all = nativeEvent.getCoalescedEvents?.() ?? [];
    goTo((all.length > 0 ? all : [nativeEvent]).map((each) => pointOf(each, seen)));
  }

  function leave({ pointerId }: { pointerId: number | null }): void {
    if (growing.current?.pointerId !== pointerId) return;
    setDown(false);
    end();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const at: Point = cross ?? [paper.width / 2, paper.height / 2];
    const arrow = arrows[key];
    if (arrow) {
      event.preventDefault();
      const stride = shiftKey ? strides.near : strides.far;
      const next: Point = [
        within(at[0] + arrow[0] * stride, paper.width - 1),
        within(at[1] + arrow[1] * stride, paper.height - 1),
      ];
      setCross(next);
      if (isDown) goTo([next]);
    } else if (key === ' ' || key === 'Enter') {
      event.preventDefault();
      setCross(at);
      if (event.repeat) return;
      if (isDown) return leave({ pointerId: null });
      if (growing.current) return;
      touch(at, null);
      // A stamp is let go of at once: the cross shows where it will be.
      if (tool?.is === 'stamp') end();
      setDown(tool?.is === 'pen');
    } else if (key === 'Escape' && isDown) leave({ pointerId: null });
  }

  return (
    <div
      className={styles.paperPlace}
      role="presentation"
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={leave}
      onPointerCancel={leave}
      onKeyDown={onKeyDown}
      onBlur={() => {
        leave({ pointerId: null });
        setCross(null);
      }}
    >
      <div
        className={styles.paper}
        // It takes the arrow keys itself.
        role="application"
        tabIndex={0}
        data-autofocus
        aria-label={nameOfDrawing(steps)}
        aria-describedby={hint}
        // Escape lifts the pen first, and closes then.
        data-mantine-stop-propagation={isDown}
      >
        <canvas ref={canvas} {...paper} aria-hidden />
      </div>
      {cross && (
        <span
          className={styles.cross}
          data-down={isDown}
          style={{ left: `${(cross[0] / paper.width) * 100}%`, top: `${(cross[1] / paper.height) * 100}%` }}
          aria-hidden
        />
      )}
      <p id={hint} className={styles.hint}>
        Arrow keys move. The space bar draws.
      </p>
      <VisuallyHidden role="status">{isDown ? 'The pen is down' : ''}</VisuallyHidden>
    </div>
  );
}
