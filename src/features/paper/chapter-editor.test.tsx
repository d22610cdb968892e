import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { picturesIn, recordingsIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { DeviceFullError } from '#src/sync/quota.ts';
import { FakeMicrophone } from '#tests/support/fake-microphone.ts';
import { FakeReplica } from '#tests/support/fake-replica.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { gate } from '#tests/support/gate.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { ChapterEditor } from './chapter-editor.tsx';
import { UnreadablePictureError } from '#src/desk/shrink-picture.ts';
import type { RecorderEdge } from '#src/recording/voice-recorder.ts';

const microphone = vi.hoisted(() => ({ edge: null as RecorderEdge | null }));

vi.mock(import('#src/recording/voice-recorder.ts'), async (original) => {
  const whole = await original();
  return { ...whole, edgeOfBrowser: () => microphone.edge ?? whole.edgeOfBrowser() };
});

const shrinking = vi.hoisted(() => ({ until: Promise.resolve() }));

vi.mock(import('#src/desk/shrink-picture.ts'), async (original) => ({
  ...(await original()),
  shrinkPicture: async (file) => {
    await shrinking.until;
    if (file.size === 0) throw new UnreadablePictureError('empty');
    return { media_type: 'image/jpeg', bytes: new Uint8Array(await file.arrayBuffer()) };
  },
}));

const chapter: OwnChapter = {
  id: uuidv7(),
  work_id: uuidv7(),
  place: 0,
  title: '',
  document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Once.' }] }] },
  version: null,
  others: [],
};
const photograph = new File(['pixels'], 'IMG_1.jpg', { type: 'image/jpeg' });
const draw = (document: WorkDocument) =>
  picturesIn(document).map(({ sha256, alt }) => <img key={sha256} src={`/${sha256}`} alt={alt} />);

// jsdom lays nothing out, and the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

let replica: FakeReplica;

beforeEach(() => {
  replica = new FakeReplica();
});

afterEach(() => {
  vi.restoreAllMocks();
});

function open() {
  return renderScreen(<ChapterEditor chapter={chapter} kind="story" number={1} draw={draw} />, { replica });
}

/** A page that was put out of sight for a moment, as the browser does it too between drawing a page and showing it. */
function OutOfSight() {
  const [mode, setMode] = useState<'visible' | 'hidden'>('visible');
  return (
    <>
      <button type="button" onClick={() => setMode(mode === 'visible' ? 'hidden' : 'visible')}>
        Look away or back
      </button>
      <Activity mode={mode}>
        <ChapterEditor chapter={chapter} kind="story" number={1} draw={draw} />
      </Activity>
    </>
  );
}

type User = ReturnType<typeof open>['user'];

/** Presses a button that is behind More. */
async function pressInMore(user: User, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull());
}

/** Chooses a file the way the button has it. */
async function choose(container: HTMLElement, file: File): Promise<void> {
  const [, input] = container.querySelectorAll<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is nothing to choose a file with');
  await userEvent.upload(input, file);
}

/** Says of a picture what it shows, or of a recording what it says. */
async function pressDescribe(user: User, label: string) {
  await user.click(await screen.findByRole('button', { name: label }));
  return screen.findByRole('dialog', { name: /^What/u });
}

/** The pictures of the version that was saved last. */
function saved() {
  const [, input] = replica.queued.at(-1) ?? [];
  const { document } = (input as { body: { document: WorkDocument } }).body;
  return picturesIn(document);
}

/** The recordings of the version that was saved last. */
function savedVoices() {
  const [, input] = replica.queued.at(-1) ?? [];
  return recordingsIn((input as { body: { document: WorkDocument } }).body.document);
}

describe('the text of a chapter', () => {
  it('says of each button whether it is on where the cursor stands', async () => {
    const { user } = open();
    const isOn = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');
    const names = ['Bold', 'Italic', 'Underline', 'Heading', 'List', 'Quotation'];
    const on = async () => {
      await user.click(screen.getByRole('button', { name: 'More' }));
      await screen.findByRole('dialog', { name: 'More' });
      const found = names.filter((name) => isOn(name) === 'true');
      await user.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'More' })).toBeNull());
      return found;
    };
    expect(await on()).toEqual([]);
    await pressInMore(user, 'List');
    await pressInMore(user, 'Bold');
    expect(await on()).toEqual(['Bold', 'List']);
    await pressInMore(user, 'Bold');
    await pressInMore(user, 'List');
    await pressInMore(user, 'Heading');
    expect(await on()).toEqual(['Heading']);
  });

  it('is scrolled to where one writes where that cannot be seen, and else stands still', async () => {
    const place = { top: 100 };
    vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(
      () => [new DOMRect(10, place.top, 2, 20)] as unknown as DOMRectList,
    );
    const scroll = vi.spyOn(window, 'scrollBy').mockReturnValue();
    const { user } = open();
    await pressInMore(user, 'List');
    await act(() => new Promise(requestAnimationFrame));
    expect(scroll).not.toHaveBeenCalled();
    place.top = 5000;
    await pressInMore(user, 'List');
    await waitFor(() => expect(scroll).toHaveBeenCalled());
  });
});

describe('an editor that takes the place of the one that was made first', () => {
  it('is the one whose words are saved', async () => {
    const { user } = renderScreen(<OutOfSight />, { replica });
    const first = screen.getByRole('textbox', { name: 'Chapter 1' });
    const look = screen.getByRole('button', { name: 'Look away or back' });
    await user.click(look);
    await waitFor(() => expect(first.isConnected && 'editor' in first).toBe(false));
    await user.click(look);
    const second = await screen.findByRole('textbox', { name: 'Chapter 1' });
    expect(second).not.toBe(first);
    await pressInMore(user, 'Heading');
    await pressInMore(user, 'Name this chapter');
    await waitFor(() => expect(replica.queued).toHaveLength(1));
    const [, input] = replica.queued[0] ?? [];
    expect((input as { body: { document: WorkDocument } }).body.document.content[0]?.type).toBe('heading');
  });
});

describe('a picture in a chapter', () => {
  it('is kept on the tablet first, asks nothing, and is saved with the words that it is given', async () => {
    const { user, container } = open();
    await choose(container, photograph);
    await screen.findByText('Nobody knows yet what can be seen here.');
    expect(screen.queryByRole('dialog')).toBeNull();
    const [[sha256, kept] = []] = replica.keptPictures;
    expect(await kept?.text()).toBe('pixels');
    const dialog = await pressDescribe(user, 'Say what it shows');
    await user.type(within(dialog).getByLabelText('In a few words'), 'A kite');
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await screen.findByRole('img', { name: 'A kite' });
    expect(screen.getByText('This picture is saved on this tablet')).toBeTruthy();
    await waitFor(() => expect(saved()).toEqual([{ sha256, alt: 'A kite' }]));
  });

  it('is described where one types at once, and the keyboard goes back to the text then', async () => {
    const { user, container } = open();
    await choose(container, photograph);
    const dialog = await pressDescribe(user, 'Say what it shows');
    const field = within(dialog).getByLabelText('In a few words');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('A red kite');
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByRole('img', { name: 'A red kite' });
    const text = screen.getByRole('textbox', { name: 'Chapter 1' });
    await waitFor(() => expect(document.activeElement).toBe(text));
  });

  it('that is ready late leaves the keyboard to the dialog that was opened meanwhile', async () => {
    const { user, container } = open();
    await choose(container, photograph);
    await screen.findByRole('button', { name: 'Say what it shows' });
    const late = gate();
    shrinking.until = late.passed;
    await choose(container, new File(['more pixels'], 'IMG_2.jpg', { type: 'image/jpeg' }));
    const dialog = await pressDescribe(user, 'Say what it shows');
    const field = within(dialog).getByLabelText('In a few words');
    await waitFor(() => expect(document.activeElement).toBe(field));
    late.open();
    await waitFor(() => expect(container.querySelectorAll('.node-picture')).toHaveLength(2));
    // The editor takes the keyboard a frame later, where it does.
    await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
    expect(document.activeElement).toBe(field);
  });

  it('says where it is, and why where the school did not take it, and goes again', async () => {
    const { user, container } = open();
    await choose(container, photograph);
    await screen.findByRole('button', { name: 'Say what it shows' });
    const [sha256 = ''] = replica.keptPictures.keys();
    const problem = { code: 'pictures.too_many', error: 'Too many pictures.', errors: {}, request_id: 'r' };
    act(() => replica.sayOfPicture(sha256, { state: 'refused', problem }));
    await screen.findByText('Too many pictures. It is still on this tablet.');
    await user.click(screen.getByRole('button', { name: 'Send it again' }));
    expect(replica.retried).toEqual([`${chapter.work_id}/${sha256}`]);
    const tooMany = { ...problem, code: 'quota.week', error: 'So many pictures this week!' };
    act(() => replica.sayOfPicture(sha256, { state: 'full', problem: tooMany }));
    await screen.findByText('So many pictures this week!');
    act(() => replica.sayOfPicture(sha256, { state: 'sent', problem: null }));
    await screen.findByText('This picture is at school');
  });

  it('is moved up and down by its buttons, and the keyboard stays on them', async () => {
    const { user, container } = open();
    await choose(container, photograph);
    await screen.findByRole('button', { name: 'Move down' });
    const places = () => [...(container.querySelector('[role="textbox"]')?.children ?? [])];
    const place = () => places().findIndex((block) => block.querySelector('button') !== null);
    const before = place();
    await user.click(screen.getByRole('button', { name: 'Move down' }));
    await waitFor(() => expect(place()).toBe(before + 1));
    const down = () => screen.getByRole('button', { name: 'Move down' });
    await waitFor(() => expect(document.activeElement).toBe(down()));
    await user.click(screen.getByRole('button', { name: 'Move up' }));
    await waitFor(() => expect(place()).toBe(before));
    expect(screen.getAllByRole('button', { name: 'Move down' })).toHaveLength(1);
  });

  it('can be made smaller and taken out', async () => {
    const { user, container } = open();
    await choose(container, photograph);
    await user.click(await screen.findByRole('button', { name: 'Small' }));
    expect(screen.getByRole('button', { name: 'Small' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Take it out' }));
    await waitFor(() => expect(screen.queryByText('Nobody knows yet what can be seen here.')).toBeNull());
    await waitFor(() => expect(saved()).toEqual([]));
  });

  it.each([
    [
      'is no picture',
      new File([], 'a.png', { type: 'image/png' }),
      null,
      'This picture cannot be read here.',
    ],
    ['does not fit on the tablet', photograph, new DeviceFullError(null), /This tablet is full/u],
  ])('stands nowhere where it %s, and says so', async (_what, file, broken, words) => {
    const { container } = open();
    replica.broken = broken;
    await choose(container, file);
    await screen.findByText(words);
    expect(screen.queryByRole('button', { name: 'Say what it shows' })).toBeNull();
    expect(replica.keptPictures.size).toBe(0);
  });
});

describe('a recording in a chapter', () => {
  async function record(user: User): Promise<void> {
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await user.click(await screen.findByRole('button', { name: 'Put it in' }));
  }
  const unfold = async (user: User) => user.click(await screen.findByRole('button', { name: 'Change it' }));

  beforeEach(() => {
    microphone.edge = new FakeMicrophone().edge;
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  });

  it('is kept on the tablet first, asks nothing, and is saved with the words that it is given', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Speak' }));
    await record(user);
    await unfold(user);
    const dialog = await pressDescribe(user, 'Write what you say');
    const [[sha256, kept] = []] = replica.keptPictures;
    expect(kept?.type).toBe('audio/webm');
    await user.type(within(dialog).getByLabelText('In a few words'), 'I sing');
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await screen.findByRole('group', { name: 'Your recording “I sing”' });
    expect(screen.getByText('This recording is saved on this tablet')).toBeTruthy();
    await waitFor(() => expect(savedVoices()).toEqual([{ sha256, alt: 'I sing' }]));
  });

  it('shows what can be done about it by a tap, and moves with it by the keyboard', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Speak' }));
    await record(user);
    const more = await screen.findByRole('button', { name: 'Change it' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Take it out' })).toBeNull();
    expect(screen.queryByText('Nobody can read yet what you say here.')).toBeNull();
    expect(screen.queryByText('This recording is saved on this tablet')).toBeNull();
    await user.click(more);
    await user.click(screen.getByRole('button', { name: 'Move down' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move down' })),
    );
  });

  it('has an ear that says what to do next, and is silent while the microphone listens', async () => {
    const speech = FakeSpeech.install();
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Speak' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record your voice' }));
    const ear = () => dialog.findByRole('button', { name: 'Hear what to do' });
    await user.click(await ear());
    await user.click(await dialog.findByRole('button', { name: 'Start' }));
    const stop = await dialog.findByRole('button', { name: 'Stop' });
    expect(dialog.queryByRole('button', { name: 'Hear what to do' })).toBeNull();
    await user.click(stop);
    await user.click(await ear());
    expect(speech.said).toEqual([
      expect.stringMatching(/^Tap the red button\./u),
      'Tap the triangle to hear it. Do you like it? Then tap the yellow button.',
    ]);
    vi.unstubAllGlobals();
  });

  it('stands the way that its work is read, whatever its buttons say', async () => {
    const { user } = renderScreen(
      <ChapterEditor chapter={chapter} kind="story" number={1} readsTo="rtl" draw={draw} />,
      { replica },
    );
    await user.click(await screen.findByRole('button', { name: 'Speak' }));
    await record(user);
    const more = await screen.findByRole('button', { name: 'Change it' });
    expect(more.closest<HTMLElement>('[dir]')?.dir).toBe('rtl');
  });

  it('is recorded again at its place, and taken out', async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Speak' }));
    await record(user);
    await unfold(user);
    await user.click(await screen.findByRole('button', { name: 'Record it again' }));
    await record(user);
    await waitFor(() => expect(replica.keptPictures.size).toBe(2));
    const [, second] = [...replica.keptPictures.keys()];
    await waitFor(() => expect(savedVoices()).toEqual([{ sha256: second, alt: '' }]));
    await user.click(screen.getByRole('button', { name: 'Take it out' }));
    await waitFor(() => expect(savedVoices()).toEqual([]));
  });

  it('stands nowhere where it does not fit on the tablet, and can be heard still', async () => {
    const { user } = open();
    replica.broken = new DeviceFullError(null);
    await user.click(screen.getByRole('button', { name: 'Speak' }));
    await record(user);
    await screen.findByText(/This tablet is full/u);
    expect(screen.getByRole('group', { name: 'What you recorded' })).toBeTruthy();
    expect(replica.keptPictures.size).toBe(0);
  });
});
