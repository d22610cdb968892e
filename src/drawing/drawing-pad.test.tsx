import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { barePicture } from '#contract/works/picture-bytes.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { zoe } from '#tests/support/pupil-user.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { DrawingPad } from './drawing-pad.tsx';
import { drawStroke, type Pen } from './drawing.rules.ts';

/** The smallest PNG there is. */
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.codePointAt(0) ?? 0,
);

let pen: Record<keyof Pen | 'getImageData' | 'drawImage' | 'translate', unknown>;

/** Paper on which nothing is seen. */
const white = (_x: number, _y: number, width: number, height: number) => ({
  data: new Uint8ClampedArray(width * height * 4).fill(255),
  width,
  height,
});

beforeEach(() => {
  useSessionStore.setState({ user: zoe });
  const names = ['beginPath', 'moveTo', 'lineTo', 'quadraticCurveTo', 'stroke', 'fillRect', 'fill'] as const;
  const turning = ['save', 'restore', 'translate', 'scale', 'transform', 'drawImage'] as const;
  pen = Object.fromEntries([...names, ...turning].map((name) => [name, vi.fn()])) as never;
  pen.getImageData = vi.fn(white);
  vi.stubGlobal('Path2D', vi.fn());
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    done(new Blob([png], { type: 'image/png' }));
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getBoundingClientRect').mockReturnValue({
    left: 10,
    top: 10,
    width: 640,
    height: 480,
  } as DOMRect);
  HTMLCanvasElement.prototype.setPointerCapture = () => undefined;
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const paper = () => screen.getByRole('application', { name: /paper|drawing/u });
const button = (name: string) => screen.getByRole('button', { name });

function draw(pointerId = 1): void {
  fireEvent.pointerDown(paper(), { pointerId, button: 0, clientX: 20, clientY: 20 });
  fireEvent.pointerMove(paper(), { pointerId, clientX: 60, clientY: 30 });
  fireEvent.pointerUp(paper(), { pointerId, clientX: 60, clientY: 30 });
}

function touch(): void {
  fireEvent.pointerDown(paper(), { pointerId: 1, button: 0, clientX: 20, clientY: 20 });
  fireEvent.pointerUp(paper(), { pointerId: 1, clientX: 20, clientY: 20 });
}

function open(localDrafts = new FakeLocalDrafts()) {
  const onDone = vi.fn(async () => true);
  const onClose = vi.fn();
  const rendered = renderScreen(<DrawingPad onDone={onDone} onClose={onClose} />, { localDrafts });
  return { ...rendered, onDone, onClose, localDrafts };
}

describe('the drawing pad', () => {
  it('draws where the pointer is, in the chosen colour and thickness', async () => {
    const { user } = open();
    await user.click(button('Red'));
    await user.click(button('Thick'));
    draw();
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
    // The paper is twice as large as it is shown.
    expect(pen.moveTo).toHaveBeenCalledWith(20, 20);
    expect(pen.lineTo).toHaveBeenLastCalledWith(100.01, 40);
    expect(pen).toMatchObject({ strokeStyle: '#d92b2b', lineWidth: 40, lineCap: 'round' });
    expect(button('Red').getAttribute('aria-pressed')).toBe('true');
  });

  it('takes lines back and brings them again, and takes away with white', async () => {
    const { user } = open();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    draw();
    await user.click(button('Eraser'));
    draw();
    expect(pen).toMatchObject({ strokeStyle: '#ffffff' });
    await user.click(button('Undo'));
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
    await user.click(button('Redo'));
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 2 lines so far');
    await user.click(button('Clear'));
    expect(paper().getAttribute('aria-label')).toBe('Empty paper');
    expect(screen.queryByRole('button', { name: 'Put it in' })).toBeNull();
  });

  it('tells a child who cannot read what the chosen tool does', async () => {
    const speech = FakeSpeech.install();
    const { user } = open();
    await user.click(button('Fill'));
    await user.click(button('Hear what to do'));
    expect(speech.said).toEqual([
      'Tap a color. Then tap your drawing where you want it. When it is done, tap the yellow button.',
    ]);
  });

  it('brings back what was there when a child starts again by mistake', async () => {
    const { user } = open();
    draw();
    draw();
    await user.click(button('Clear'));
    await user.click(button('Undo'));
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 2 lines so far');
    await user.click(button('Clear'));
    draw();
    await user.click(button('Undo'));
    expect(paper().getAttribute('aria-label')).toBe('Empty paper');
    await user.click(button('Undo'));
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 2 lines so far');
  });

  it('fills as one step among the lines, and not where the colour is there already', async () => {
    const { user } = open();
    draw();
    await user.click(button('Fill'));
    await user.click(button('Green'));
    expect(button('Fill').getAttribute('aria-pressed')).toBe('true');
    touch();
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line, 1 filled place so far');
    expect(pen.fillRect).toHaveBeenLastCalledWith(0, 959, 1280, 1);
    await user.click(button('Undo'));
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
    await user.click(button('Redo'));
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line, 1 filled place so far');
    pen.getImageData = () => ({ data: [0x2f, 0x9e, 0x44, 255] });
    touch();
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line, 1 filled place so far');
  });

  it('stamps a sticker where the finger is let go of, and has it again after a reload', async () => {
    const { user, localDrafts, unmount } = open();
    await user.click(button('Stamp'));
    touch();
    expect(paper().getAttribute('aria-label')).toBe('Empty paper');
    await user.click(await screen.findByRole('button', { name: 'Fox' }));
    await user.click(button('Large'));
    draw();
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 stamp so far');
    // Its middle is where the finger was last.
    expect(pen.translate).toHaveBeenLastCalledWith(100 - 190, 40 - 190);
    await waitFor(() => expect(localDrafts.text).toContain('Fox'));
    unmount();
    open(localDrafts);
    await waitFor(() => expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 stamp so far'));
  });

  it('draws by the keyboard: arrows move, the space bar puts the pen down and lifts it', async () => {
    const { user, onClose } = open();
    await waitFor(() => expect(document.activeElement).toBe(paper()));
    await user.keyboard('{ArrowRight} {ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    expect(screen.getByText('The pen is down')).toBeDefined();
    expect(pen.lineTo).toHaveBeenLastCalledWith(664.01, 508);
    await user.keyboard(' ');
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
    // With the pen down, Escape lifts it and closes nothing.
    await user.keyboard(' {ArrowLeft}{Escape}');
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 2 lines so far');
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Control>}z{/Control}');
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
  });

  it('hears of no second finger while a line grows', () => {
    open();
    fireEvent.pointerDown(paper(), { pointerId: 1, button: 0, clientX: 20, clientY: 20 });
    draw(2);
    expect(paper().getAttribute('aria-label')).toBe('Empty paper');
    fireEvent.pointerUp(paper(), { pointerId: 1, clientX: 20, clientY: 20 });
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
  });

  it('gives a PNG of nothing but pixels, closes, and begins anew the next time', async () => {
    const { user, onDone, onClose, localDrafts } = open();
    draw();
    await waitFor(() => expect(localDrafts.text).toContain('points'));
    await user.click(button('Put it in'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const [[given]] = onDone.mock.calls as unknown as [[Promise<unknown>]];
    expect(await given).toEqual(barePicture(png));
    expect(localDrafts.text).not.toContain('points');
  });

  it('stays open with all its lines where the tablet could not keep the picture', async () => {
    const { user, onDone, onClose } = open();
    onDone.mockResolvedValue(false);
    draw();
    await user.click(button('Put it in'));
    await waitFor(() => expect(button('Put it in')).toHaveProperty('disabled', false));
    expect(onClose).not.toHaveBeenCalled();
    expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far');
  });

  it('has an unfinished drawing again after it was closed or killed', async () => {
    const { localDrafts, unmount } = open();
    draw();
    await waitFor(() => expect(localDrafts.text).toContain('points'));
    unmount();
    open(localDrafts);
    await waitFor(() => expect(paper().getAttribute('aria-label')).toBe('Your drawing, 1 line so far'));
  });

  it('can be left by the keyboard', async () => {
    const { user, onClose } = open();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('a line', () => {
  it('is a dot where the finger only touched, and bends between points', () => {
    const drawn = pen as unknown as Pen;
    drawStroke(drawn, { color: '#000000', size: 6, points: [[5, 5]] });
    expect(pen.lineTo).toHaveBeenCalledWith(5.01, 5);
    const points: [number, number][] = [
      [0, 0],
      [10, 0],
      [10, 10],
    ];
    drawStroke(drawn, { color: '#000000', size: 6, points });
    expect(pen.quadraticCurveTo).toHaveBeenNthCalledWith(1, 0, 0, 5, 0);
    expect(pen.quadraticCurveTo).toHaveBeenNthCalledWith(2, 10, 0, 10, 5);
    expect(pen.lineTo).toHaveBeenLastCalledWith(10.01, 10);
  });
});
