import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isCutOff, unreadableWords } from '#contract/kit/picture-kind.ts';
import { useTenant } from '#src/session/use-session.ts';
import { CropDialog } from './crop.dialog.tsx';
import { pictureTypes, readPicture } from './crop-picture.ts';
import { MemberPortrait } from './member-portrait.tsx';
import styles from './members.module.css';

interface AvatarFieldProps {
  /** As it is saved; with the name for the initials. */
  person: { avatar: string | null; first_name: string; last_name: string };
  /** Chosen and not saved: a picture, `none` for taken away, or null. */
  value: File | 'none' | null;
  onChange: (value: File | 'none' | null) => void;
  error?: string | undefined;
}

/** Somebody's picture: chosen from the device, cut to a square, or taken away. */
export function AvatarField({ person, value, onChange, error }: AvatarFieldProps) {
  const { tenant } = useTenant();
  const [original, setOriginal] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const resetFile = useRef<() => void>(null);
  const [preview, setPreview] = useState<{ file: File; address: string } | null>(null);
  const chosen = preview?.file === value ? preview.address : null;
  const hasPicture = value === null ? person.avatar !== null : value !== 'none';

  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview.address);
    },
    [preview],
  );

  function show(file: File) {
    setPreview({ file, address: URL.createObjectURL(file) });
    onChange(file);
  }

  function close() {
    if (original !== null) URL.revokeObjectURL(original);
    setOriginal(null);
    // Or choosing the same file again would be no change.
    resetFile.current?.();
  }

  async function choose(file: File | null) {
    if (!file) return;
    setProblem(null);
    if (!(pictureTypes as readonly string[]).includes(file.type)) {
      setProblem('Unsupported file format');
      resetFile.current?.();
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const address = URL.createObjectURL(file);
    try {
      await readPicture(address);
      // Browsers draw what is there of it, and the rest grey.
      if (isCutOff(bytes)) throw new Error('The end of this picture is missing');
    } catch {
      URL.revokeObjectURL(address);
      setProblem(
        unreadableWords(bytes, 'JPEG or PNG') ?? 'This picture cannot be read. Please choose another one.',
      );
      resetFile.current?.();
      return;
    }
    setOriginal(address);
  }

  const shownError = problem ?? error;
  return (
    <div className={styles.picture}>
      {chosen === null ? (
        <MemberPortrait person={value === 'none' ? { ...person, avatar: null } : person} size={96} />
      ) : (
        <span className={styles.portrait} style={{ width: 96, height: 96 }}>
          <img src={chosen} alt="" width={96} height={96} />
        </span>
      )}
      <div className={styles.words}>
        <Group gap="sm">
          <FileButton
            resetRef={resetFile}
            accept={pictureTypes.join(',')}
            onChange={(file) => void choose(file)}
            inputProps={{ 'aria-label': 'Picture' }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />}
              >
                {hasPicture ? 'Change picture' : 'Choose a picture'}
              </Button>
            )}
          </FileButton>
          {hasPicture && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
              onClick={() => onChange(person.avatar === null ? null : 'none')}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text c="dimmed" size="sm" mt={4}>
          Seen by the people of your {tenant?.is_organization === true ? 'organization' : 'school'} only.
        </Text>
        {shownError !== undefined && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm" mt={4}>
            {shownError}
          </Text>
        )}
      </div>
      <CropDialog address={original} onCut={show} onClose={close} />
    </div>
  );
}
