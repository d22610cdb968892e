import { Alert, Button, CloseButton, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import type { AddFilesProps } from '#src/desk/desk-parts.ts';
import { emptyFirstPage } from './add-pages.ts';
import type { FileRefusal } from './file-pages.ts';
import { useAddFiles } from './use-add-files.ts';
import styles from '#src/desk/writing.module.css';

/** Who works by keys goes on at it as soon as it is there: the button that led to it is gone. */
const takeKeyboard = (button: HTMLButtonElement | null) => button?.focus();

/** Pictures or a PDF become pages, each picture and each page of a PDF one. */
export function AddFiles({ work, chapters, onAdded, onClose }: AddFilesProps) {
  const room = limits.chaptersPerStory - chapters.length + (emptyFirstPage(chapters) ? 1 : 0);
  const { state, begin, goOn, stop } = useAddFiles({ work, chapters, room, onAdded });
  const reset = useRef<() => void>(null);
  const isBusy = state.step === 'looking' || state.step === 'adding';
  useDirtyForm(isBusy);
  return (
    <section className={styles.files} aria-label="Pictures or a PDF">
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <Text>
          Do you have pictures or a PDF already? Each picture, and each page of a PDF, becomes a page of your
          book.
        </Text>
        {/* What is under way would be stopped. */}
        {!isBusy && <CloseButton aria-label="Close" size={48} iconSize={28} onClick={onClose} />}
      </Group>
      {isBusy ? (
        <Working state={state} onStop={stop} />
      ) : (
        <Group>
          <FileButton
            multiple
            accept="image/*,application/pdf,.pdf"
            resetRef={reset}
            onChange={(files) => {
              // The same files can then be chosen again.
              reset.current?.();
              if (files.length > 0) void begin(files);
            }}
          >
            {(button) => (
              <Button
                {...button}
                ref={takeKeyboard}
                size="lg"
                h="auto"
                mih={56}
                variant="default"
                classNames={{ label: styles.wrapping ?? '' }}
                disabled={room <= 0}
                leftSection={<IconFileUpload size={24} stroke={1.75} aria-hidden />}
              >
                Choose pictures or a PDF
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      <Outcome state={state} onGoOn={() => void goOn()} />
    </section>
  );
}

type State = ReturnType<typeof useAddFiles>['state'];

function Working({ state, onStop }: { state: State; onStop: () => void }) {
  return (
    <Stack gap="xs">
      <Text role="status">
        {state.step === 'adding'
          ? `${state.adding.tried} of ${state.all} pages. Stay here until all are in.`
          : 'Your files are being opened …'}
      </Text>
      <progress
        className={styles.progress}
        aria-label="Pages that are in"
        {...(state.step === 'adding' && { value: state.adding.tried, max: state.all })}
      />
      <Group>
        <Button ref={takeKeyboard} size="md" mih={48} variant="default" onClick={onStop}>
          Stop
        </Button>
      </Group>
    </Stack>
  );
}

const pagesInWords = (count: number) => (count === 1 ? 'One page is' : `${count} pages are`);

function Outcome({ state, onGoOn }: { state: State; onGoOn: () => void }) {
  switch (state.step) {
    case 'done':
      return (
        <>
          {state.added > 0 && <Text role="status">{pagesInWords(state.added)} in your book now.</Text>}
          <Refused files={state.refused} />
        </>
      );
    case 'too_many':
      return (
        <Alert color="orange" title="These are too many pages" role="alert">
          A book has {limits.chaptersPerStory} pages at most. There is room for {state.room} more, and these
          are {state.all}. Nothing was added.
        </Alert>
      );
    case 'stopped':
      return (
        <Alert color="orange" title={state.why} role="alert">
          <Stack gap="sm" align="flex-start">
            <Text>
              {state.added > 0
                ? `${pagesInWords(state.added)} in your book, and nothing of it is lost.`
                : 'Nothing was added.'}
            </Text>
            {state.canGoOn && (
              <Button size="md" mih={48} variant="default" onClick={onGoOn}>
                Go on with the others
              </Button>
            )}
            <Refused files={state.refused} />
          </Stack>
        </Alert>
      );
    default:
      return null;
  }
}

/** What no page was made of, and why; of many the first. */
function Refused({ files }: { files: readonly FileRefusal[] }) {
  if (files.length === 0) return null;
  const shown = files.slice(0, 10);
  return (
    <Alert color="orange" title="Not everything could be added" role="alert">
      <ul>
        {shown.map(({ name, error }) => (
          <li key={`${name} ${error.trouble}`} dir="auto">
            <strong>{name}</strong>: {error.message}
          </li>
        ))}
        {files.length > shown.length && <li>And {files.length - shown.length} more.</li>}
      </ul>
    </Alert>
  );
}
