import { Suspense, useState } from 'react';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from '#src/desk/not-kept.ts';
import { Sheet } from '#src/desk/sheet.tsx';
import type { RecorderState, Voice } from '#src/recording/voice-recorder.ts';

const VoicePanel = lazyWithRetry(async () => (await import('#src/recording/voice-panel.tsx')).VoicePanel);

/** A recording that is kept on this device, by its hash. */
export interface NewRecording {
  sha256: string;
  seconds: number;
}

/** What the ear says; nothing while the microphone listens, as it would be recorded. */
function spokenAt(stage: RecorderState['is']): string | undefined {
  if (stage === 'recording' || stage === 'ending') return undefined;
  if (stage === 'done') return 'Tap the triangle to hear it. Do you like it? Then tap the yellow button.';
  return 'Tap the red button. Then read aloud what you wrote, or tell something about it. Do not say where you live. Tap the button again when you are done.';
}

interface RecordVoiceProps {
  workId: string;
  opened: boolean;
  onKept: (recording: NewRecording) => void;
  onClose: () => void;
}

/** Makes a recording. It is kept on this tablet before it stands in the text. */
export function RecordVoice({ workId, opened, onKept, onClose }: RecordVoiceProps) {
  const replica = useReplica();
  const [stage, setStage] = useState<RecorderState['is']>('resting');
  const spoken = spokenAt(stage);

  async function keep({ seconds, ...voice }: Voice): Promise<boolean> {
    try {
      onKept({ sha256: await replica.keepPicture({ workId, ...voice }), seconds });
      return true;
    } catch (error) {
      sayNotKept(error, 'This recording');
      return false;
    }
  }

  return (
    <Sheet opened={opened} onClose={onClose} title="Record your voice" spoken={spoken} closesBeside={false}>
      <Suspense fallback={null}>
        <VoicePanel workId={workId} onDone={keep} onClose={onClose} onStage={setStage} />
      </Suspense>
    </Sheet>
  );
}
