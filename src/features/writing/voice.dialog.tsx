import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMicrophone, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import { useKeepsakes } from '#src/session/keepsakes.ts';
import { report } from '#src/session/report.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { sayTime, SoundPlayer } from '#src/ui/sound-player.tsx';
import { UnfinishedVoice } from './unfinished-voice.ts';
import {
  edgeOfBrowser,
  VoiceRecorder,
  type RecorderEdge,
  type RecorderFailure,
  type Voice,
} from './voice-recorder.ts';
import styles from './writing.module.css';

const failures: Readonly<Record<RecorderFailure, { title: string; text: string }>> = {
  denied: {
    title: 'The microphone is off here',
    text: 'This page may not listen. Ask your teacher to allow the microphone in the settings of the browser, and try again.',
  },
  none: {
    title: 'There is no microphone',
    text: 'This tablet has none, or it is not plugged in. You can write your words instead.',
  },
  in_use: {
    title: 'The microphone is busy',
    text: 'Another app is listening. Close it, and try again.',
  },
  unsupported: {
    title: 'This browser cannot record',
    text: 'You can write your words instead, or record on another tablet.',
  },
  unheard: {
    title: 'Nothing was recorded',
    text: 'Something went wrong with the microphone. Please try again.',
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
  return <Text>{sayTime(recordingLimits.seconds - seconds)} left</Text>;
}

interface VoiceDialogProps {
  /** What to say; left out for a child. */
  hint?: string;
  /** What to do where the microphone is off; left out for a child. */
  denied?: string;
  /** True once the recording is kept. */
  onDone: (voice: Voice) => Promise<boolean>;
  onClose: () => void;
  edge?: RecorderEdge;
}

/** Records a voice, lets one hear it, and begins again as often as one likes. What was put nowhere is there again when it is opened anew. */
export function VoiceDialog({
  hint = 'Read aloud what you wrote, or tell something about it. Do not say where you live.',
  denied = failures.denied.text,
  onDone,
  onClose,
  edge,
}: VoiceDialogProps) {
  const keepsakes = useKeepsakes();
  const [unfinished] = useState(() => new UnfinishedVoice(keepsakes));
  const [recorder] = useState(
    () => new VoiceRecorder(edge ?? edgeOfBrowser(), (sound, seconds) => unfinished.add(sound, seconds)),
  );
  const state = useSyncExternalStore(recorder.subscribe, recorder.state);
  const voice = state.is === 'done' ? state.voice : null;
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isLeft = false;
    unfinished
      .read()
      .then((found) => {
        if (found && !isLeft) recorder.takeUp(found);
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

  const isWaiting = state.is === 'asking' || state.is === 'ending';
  return (
    <Dialog opened size={520} title="Record your voice" closeOnClickOutside={false} onClose={onClose}>
      <Stack gap="md">
        {state.is === 'failed' && (
          <Alert color="orange" role="alert" title={failures[state.why].title}>
            {state.why === 'denied' ? denied : failures[state.why].text}
          </Alert>
        )}
        {state.is === 'resting' && <Text>{hint}</Text>}
        {state.is === 'asking' && <Text role="status">Please allow the microphone.</Text>}
        {(state.is === 'recording' || state.is === 'ending') && (
          <Stack gap="xs">
            <Text role="status" fw={600}>
              We are listening
            </Text>
            <Level recorder={recorder} />
            <TimeLeft recorder={recorder} />
          </Stack>
        )}
        {state.is === 'done' && (
          <>
            <Text role="status">
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
          </>
        )}
        <Group>
          {state.is === 'recording' ? (
            <Button
              size="lg"
              color="red"
              leftSection={<IconPlayerStop size={24} aria-hidden />}
              onClick={() => recorder.stop()}
            >
              Stop
            </Button>
          ) : (
            <>
              {voice && (
                <Button size="lg" loading={isBusy} onClick={() => void finish()}>
                  Put it in
                </Button>
              )}
              {!(state.is === 'failed' && state.why === 'unsupported') && (
                <Button
                  size="lg"
                  variant={voice ? 'default' : 'filled'}
                  loading={isWaiting}
                  disabled={isBusy}
                  leftSection={<IconMicrophone size={24} aria-hidden />}
                  onClick={begin}
                >
                  {voice || state.is === 'failed' ? 'Record again' : 'Start'}
                </Button>
              )}
              {voice && (
                <Button size="lg" variant="subtle" disabled={isBusy} onClick={throwAway}>
                  Throw it away
                </Button>
              )}
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
