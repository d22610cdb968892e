import { ActionIcon } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { latePart } from '#src/session/late-code.ts';
import { useReplica } from '#src/session/use-replica.ts';
import { sayNotKept } from './not-kept.ts';
import type { Voice } from './voice-recorder.ts';

const VoiceDialog = latePart(async () => (await import('./voice.dialog.tsx')).VoiceDialog);

/** A recording that is kept on this device, by its hash. */
export interface NewRecording {
  sha256: string;
  seconds: number;
}

interface RecordVoiceProps {
  workId: string;
  onKept: (recording: NewRecording) => void;
  onClose: () => void;
}

/** Makes a recording. It is kept on this tablet before it stands in the text. */
export function RecordVoice({ workId, onKept, onClose }: RecordVoiceProps) {
  const replica = useReplica();

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
    <Suspense fallback={null}>
      <VoiceDialog onDone={keep} onClose={onClose} />
    </Suspense>
  );
}

/** Opens what records a voice. */
export function VoiceButton({ workId, onKept }: Pick<RecordVoiceProps, 'workId' | 'onKept'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon size={48} variant="subtle" aria-label="Record your voice" onClick={() => setOpen(true)}>
        <IconMicrophone size={24} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isOpen && <RecordVoice workId={workId} onKept={onKept} onClose={() => setOpen(false)} />}
    </>
  );
}
