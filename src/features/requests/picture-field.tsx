import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { smallPicture, UnusablePictureError } from './small-picture.ts';
import styles from './requests.module.css';

interface PictureFieldProps {
  /** `data:image/…`, or nothing. */
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
  shrink?: (file: File) => Promise<string>;
}

/** A picture of what somebody saw, looked at before it is sent. */
export function PictureField({ value, error, onChange, shrink = smallPicture }: PictureFieldProps) {
  const [isBusy, setBusy] = useState(false);
  const [unusable, setUnusable] = useState<string | null>(null);
  const reset = useRef<() => void>(null);
  const wrong = unusable ?? error;

  async function choose(file: File | null) {
    reset.current?.();
    if (file === null) return;
    setBusy(true);
    setUnusable(null);
    try {
      onChange(await shrink(file));
    } catch (failure) {
      if (!(failure instanceof UnusablePictureError)) throw failure;
      setUnusable(failure.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.picture} aria-label="Picture">
      <Text fw={500}>A picture of it</Text>
      <Text size="sm" c="dimmed">
        Only if it helps, such as a screenshot.
      </Text>
      {value !== '' && (
        <>
          <img src={value} alt="What you are going to send" className={styles.shownPicture} />
          <Text size="sm">
            Look at it first: everything in it is sent. Please send no names or faces of children.
          </Text>
        </>
      )}
      <Group gap="sm">
        <FileButton
          resetRef={reset}
          accept="image/jpeg,image/png,image/webp"
          onChange={(file) => void choose(file)}
        >
          {(props) => (
            <Button
              variant="default"
              loading={isBusy}
              leftSection={<IconPhoto size={20} aria-hidden />}
              {...props}
            >
              {value === '' ? 'Choose a picture' : 'Choose another picture'}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={20} aria-hidden />}
            onClick={() => onChange('')}
          >
            Take the picture out
          </Button>
        )}
      </Group>
      {wrong !== undefined && wrong !== null && (
        <Text role="alert" c="var(--mantine-color-error)">
          {wrong}
        </Text>
      )}
    </section>
  );
}
