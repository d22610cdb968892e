import { Button, Group } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { hexOf } from '#contract/kit/hex.ts';
import type { SaidAloud as ReviewVoice } from '#contract/writing/own-rows.schema.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SaidAloud } from '#src/desk/said-aloud.tsx';
import type { Voice } from '#src/recording/voice-recorder.ts';

const VoicePanel = lazyWithRetry(async () => (await import('#src/recording/voice-panel.tsx')).VoicePanel);

const remedies = {
  denied: 'This page may not listen. Allow the microphone in the settings of the browser, and try again.',
  none: 'This device has none, or it is not plugged in. You can write your words instead.',
  in_use: 'Another app is listening. Close it and try again.',
  unsupported: 'Use another browser, or write your words instead.',
  unheard: 'Something went wrong with the microphone. Try again.',
} as const;

interface SayItProps {
  workId: string;
  value: ReviewVoice | null;
  onChange: (value: ReviewVoice | null) => void;
  api: ApiClient;
}

/** An answer aloud. It is sent as soon as it is kept; one that cannot be sent waits in the dialog. */
export function SayIt({ workId, value, onChange, api }: SayItProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  /** True once something was pressed whose button is gone by now: the focus goes to what stands in its place. */
  const isPressed = useRef(false);
  const hasVoice = value !== null;
  useEffect(() => {
    if (!isPressed.current || isOpen) return;
    // What can be heard is not there at once, and its button takes no focus before.
    if (hasVoice) place.current?.focus();
    else place.current?.querySelector<HTMLElement>(':scope > button')?.focus();
  }, [isOpen, hasVoice]);

  async function keep({ bytes, media_type, seconds }: Voice): Promise<boolean> {
    try {
      const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes));
      const voice = new Blob([bytes], { type: media_type });
      await api.call(reviewEndpoints.sendVoice, { params: { workId, sha256 }, body: { voice } });
      onChange({ sha256, seconds });
      return true;
    } catch (error) {
      notify.error(failureOf(error, { offline: 'Your recording waits here until you are online.' }).text);
      return false;
    }
  }

  return (
    <div ref={place} tabIndex={-1}>
      {value === null ? (
        <Button
          variant="default"
          size="md"
          mih={48}
          fullWidth
          leftSection={<IconMicrophone size={22} stroke={1.75} aria-hidden />}
          onClick={() => {
            isPressed.current = true;
            setOpen(true);
          }}
        >
          Say it
        </Button>
      ) : (
        <Group gap="xs">
          <SaidAloud voice={value} label="What you say" />
          <Button
            variant="subtle"
            mih={48}
            onClick={() => {
              isPressed.current = true;
              onChange(null);
            }}
          >
            Take it away
          </Button>
        </Group>
      )}
      {isOpen && (
        <Dialog
          opened
          size={520}
          title="Record your voice"
          closeOnClickOutside={false}
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={null}>
            <VoicePanel
              workId={workId}
              hint="Say what you like, and what would make it better."
              remedies={remedies}
              onDone={keep}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </Dialog>
      )}
    </div>
  );
}
