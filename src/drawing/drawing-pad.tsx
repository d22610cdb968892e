import { Button, Modal, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconX, type TablerIcon } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useAtWork } from '#src/ui/dirty-forms.ts';
import { Ear } from '#src/ui/ear.tsx';
import { useEscape } from '#src/ui/use-escape.ts';
import { useKeyboardBack } from '#src/ui/use-keyboard-back.ts';
import { DrawingPaper, type Tool } from './drawing-paper.tsx';
import { colors, eraser, sizes, stampSides, type Stamp } from './drawing.rules.ts';
import { ColorButtons, SizeButtons, ToolButtons, type ToolName } from './drawing-tools.tsx';
import { pictureOfCanvas } from '#src/desk/shrink-picture.ts';
import { useDrawing } from './use-drawing.ts';
import styles from './drawing-pad.module.css';

const StickerShelf = lazyWithRetry(async () => (await import('./stickers/sticker-shelf.tsx')).StickerShelf);

interface TopButtonProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
}

function TopButton({ label, icon: Icon, onClick }: TopButtonProps) {
  return (
    <UnstyledButton className={styles.topButton} aria-label={label} onClick={onClick}>
      <Icon size={26} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

/** What the ear says while a tool is chosen. */
const toolWords: Readonly<Record<ToolName, string>> = {
  pen: 'Draw with your finger. Below are pens, stamps and colors.',
  fill: 'Tap a color. Then tap your drawing where you want it.',
  stamp: 'Tap a sticker. Then tap the paper where you want it.',
  eraser: 'Rub with your finger.',
};

interface DrawingPadProps {
  /** True once the drawing is kept. */
  onDone: (drawing: Promise<BarePicture>) => Promise<boolean>;
  onClose: () => void;
}

/**
 * Drawing by finger, pen, mouse or keys, on the whole screen. An unfinished drawing is there again when the pad is opened anew.
 */
export function DrawingPad({ onDone, onClose }: DrawingPadProps) {
  useKeyboardBack();
  useEscape(true, onClose);
  useAtWork(true);
  const { steps, canUndo, canRedo, add, undo, redo, restart, clear } = useDrawing();
  const [toolName, setToolName] = useState<ToolName>('pen');
  const [color, setColor] = useState<string>(colors[0].color);
  /** Of the three sizes, for lines and for stamps. */
  const [size, setSize] = useState(1);
  const [stamp, setStamp] = useState<Pick<Stamp, 'stamp' | 'pieces'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      if (!isUndo || (event.target instanceof Element && event.target.closest('input'))) return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  const isStamp = toolName === 'stamp';
  const sized = sizes[size]?.size ?? sizes[1].size;
  const side = stampSides[size]?.size ?? stampSides[1].size;
  const byName: Readonly<Record<ToolName, Tool>> = {
    pen: { is: 'pen', color, size: sized },
    eraser: { is: 'pen', color: eraser, size: sized },
    fill: { is: 'fill', color },
    stamp: stamp && { is: 'stamp', side, ...stamp },
  };

  function chooseColor(chosen: string): void {
    setColor(chosen);
    if (toolName !== 'fill') setToolName('pen');
  }

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
    <Modal
      opened
      fullScreen
      withCloseButton={false}
      padding={0}
      onClose={onClose}
      closeOnEscape={false}
      classNames={{ body: styles.pad ?? '' }}
    >
      <div className={styles.top}>
        <TopButton label="Close" icon={IconX} onClick={onClose} />
        <Ear key={toolName} words={`${toolWords[toolName]} When it is done, tap the yellow button.`} />
        <Modal.Title className={styles.title}>Draw a picture</Modal.Title>
        {canUndo && <TopButton label="Undo" icon={IconArrowBackUp} onClick={undo} />}
        {canRedo && <TopButton label="Redo" icon={IconArrowForwardUp} onClick={redo} />}
        {steps.length > 0 && (
          <Button
            size="md"
            mih={48}
            loading={isBusy}
            leftSection={<IconCheck size={24} stroke={2} aria-hidden />}
            onClick={() => void finish()}
          >
            Put it in
          </Button>
        )}
      </div>
      <DrawingPaper steps={steps} tool={byName[toolName]} onStep={add} canvas={canvas} />
      <div className={styles.side}>
        <ToolButtons chosen={toolName} onChoose={setToolName} onClear={steps.length > 0 ? restart : null} />
        {toolName !== 'fill' && (
          <SizeButtons of={isStamp ? 'stamp' : 'pen'} chosen={size} onChoose={setSize} />
        )}
        {isStamp ? (
          <Suspense fallback={null}>
            <StickerShelf
              own={null}
              chosen={stamp?.stamp ?? null}
              onChoose={({ name, drawing: { body, marks } }) =>
                setStamp({ stamp: name, pieces: [...body, ...marks] })
              }
            />
          </Suspense>
        ) : (
          <ColorButtons chosen={toolName === 'eraser' ? null : color} onChoose={chooseColor} />
        )}
      </div>
    </Modal>
  );
}
