import { Alert, Button, Loader, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconMicrophone, IconPlayerStopFilled, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import { useLocalDrafts } from '#src/session/local-drafts.ts';
import { report } from '#src/session/report.ts';
import { sayTime, SoundPlayer } from '#src/ui/sound-player.tsx';
import { UnfinishedVoice } from './unfinished-voice.ts';
import {
  edgeOfBrowser,
  VoiceRecorder,
  type RecorderEdge,
  type RecorderFailure,
  type RecorderState,
  type Voice,
} from './voice-recorder.ts';
import styles from '#src/desk/writing.module.css';

const failures: Readonly<Record<RecorderFailure, { title: string; text: string }>> = {
  denied: {
    title: 'The microphone is off here',
    text: 'This page may not listen. Ask your teacher to allow the microphone in the settings of the browser, and try again.',
  },
  none: {
    title: 'There is no microphone',
    text: 'This tablet has none, or it is not plugged in. Ask your teacher. You can write your words instead.',
  },
  in_use: {
    title: 'The microphone is busy',
    text: 'Another app is listening. Close it and try again, or ask your teacher.',
  },
  unsupported: {
    title: 'This browser cannot record',
    text: 'Ask your teacher for another tablet, or write your words instead.',
  },
  unheard: {
    title: 'Nothing was recorded',
    text: 'Something went wrong with the microphone. Try again, or ask your teacher.',
  },
};

/** How loud it is. It is drawn on directly: nothing is rendered while somebody speaks. */
function Level({ recorder }: { recorder: VoiceRecorder }) {
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      if (meter.current) meter.current.value = recorder.level();
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [recorder]);
  return <meter ref={meter} className={styles.level} min={0} max={1} aria-label="How loud you are" />;
}

/** How long one can still speak. */
function TimeLeft({ recorder }: { recorder: VoiceRecorder }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(recorder.seconds()), 250);
    return () => clearInterval(timer);
  }, [recorder]);
  return <Text size="lg">{sayTime(recordingLimits.seconds - seconds)} left</Text>;
}

interface RedButtonProps {
  isOn: boolean;
  isBusy: boolean;
  label: string;
  onClick: () => void;
}

/** The one large button of the sheet; its name is read below it. */
function RedButton({ isOn, isBusy, label, onClick }: RedButtonProps) {
  const Icon = isOn ? IconPlayerStopFilled : IconMicrophone;
  return (
    <UnstyledButton
      className={styles.record}
      data-on={isOn}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={onClick}
    >
      <span className={styles.recordCircle}>
        {isBusy ? <Loader color="white" /> : <Icon size={48} stroke={1.75} aria-hidden />}
      </span>
      {label}
    </UnstyledButton>
  );
}

interface VoicePanelProps {
  /** Of which it is, or about which. */
  workId: string;
  /** What to say; left out for a child. */
  hint?: string;
  /** What to do where nothing can be recorded; left out for a child, who asks the teacher. */
  remedies?: Readonly<Partial<Record<RecorderFailure, string>>>;
  /** True once the recording is kept. */
  onDone: (voice: Voice) => Promise<boolean>;
  onClose: () => void;
  /** Told each time something else can be done: what the ear says belongs to it. */
  onStage?: (is: RecorderState['is']) => void;
  edge?: RecorderEdge;
}

/** Records a voice, lets one hear it, and begins again as often as one likes. What was put nowhere is there again when it is opened anew. */
export function VoicePanel({
  workId,
  hint = 'Read aloud what you wrote, or tell something about it. Do not say where you live.',
  remedies,
  onDone,
  onClose,
  onStage,
  edge,
}: VoicePanelProps) {
  const localDrafts = useLocalDrafts();
  const [unfinished] = useState(() => new UnfinishedVoice(localDrafts, workId));
  const [recorder] = useState(
    () => new VoiceRecorder(edge ?? edgeOfBrowser(), (sound, seconds) => unfinished.add(sound, seconds)),
  );
  const state = useSyncExternalStore(recorder.subscribe, recorder.state);
  const voice = state.is === 'done' ? state.voice : null;
  const isDone = state.is === 'done';
  const done = useRef<HTMLButtonElement>(null);
  // "Stop" is gone: the focus goes to what follows it.
  useEffect(() => {
    if (isDone && document.activeElement === document.body) done.current?.focus();
  }, [isDone]);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    onStage?.(state.is);
  }, [onStage, state.is]);
  useEffect(() => {
    let isLeft = false;
    unfinished
      .read()
      .then((found) => {
        if (isLeft) return;
        if (found) recorder.takeUp(found);
        else void recorder.check();
      })
      .catch(report);
    return () => {
      isLeft = true;
      recorder.close();
    };
  }, [recorder, unfinished]);

  function begin(): void {
    setBroken(false);
    unfinished.begin();
    void recorder.start();
  }

  async function finish(): Promise<void> {
    if (!voice) return;
    setBusy(true);
    const isKept = await onDone(voice);
    setBusy(false);
    if (!isKept) return;
    unfinished.drop();
    onClose();
  }

  function throwAway(): void {
    unfinished.drop();
    recorder.discard();
  }

  const isOn = state.is === 'recording';
  const canRecord = !(state.is === 'failed' && state.why === 'unsupported');
  return (
    <div className={styles.voice}>
      {state.is === 'failed' && (
        <Alert color="orange" role="alert" title={failures[state.why].title} w="100%">
          <Text>{remedies?.[state.why] ?? failures[state.why].text}</Text>
        </Alert>
      )}
      {state.is === 'resting' && <Text size="lg">{hint}</Text>}
      {state.is === 'asking' && (
        <Text size="lg" role="status">
          Please allow the microphone.
        </Text>
      )}
      {(isOn || state.is === 'ending') && (
        <>
          <Text size="lg" role="status" fw={600}>
            We are listening
          </Text>
          <Level recorder={recorder} />
          <TimeLeft recorder={recorder} />
        </>
      )}
      {state.is === 'done' && (
        <>
          <Text size="lg" role="status">
            {state.isFound
              ? 'You recorded this before. It waited here for you. Do you like it?'
              : 'That is your recording. Do you like it?'}
          </Text>
          <SoundPlayer
            label="What you recorded"
            src={state.src}
            seconds={state.voice.seconds}
            onFailure={() => setBroken(true)}
          />
          {isBroken && <Text role="alert">This tablet cannot play it. Please record it again.</Text>}
          <Button
            ref={done}
            size="lg"
            fullWidth
            loading={isBusy}
            leftSection={<IconCheck size={24} stroke={2} aria-hidden />}
            onClick={() => void finish()}
          >
            Put it in
          </Button>
          <Button
            size="lg"
            fullWidth
            variant="default"
            disabled={isBusy}
            leftSection={<IconMicrophone size={24} aria-hidden />}
            onClick={begin}
          >
            Record again
          </Button>
          <Button
            size="lg"
            fullWidth
            variant="subtle"
            disabled={isBusy}
            leftSection={<IconTrash size={24} stroke={1.75} aria-hidden />}
            onClick={throwAway}
          >
            Throw it away
          </Button>
        </>
      )}
      {state.is !== 'done' && canRecord && (
        <RedButton
          isOn={isOn}
          isBusy={state.is === 'asking' || state.is === 'ending'}
          label={isOn ? 'Stop' : state.is === 'failed' ? 'Record again' : 'Start'}
          onClick={() => (isOn ? recorder.stop() : begin())}
        />
      )}
    </div>
  );
}
