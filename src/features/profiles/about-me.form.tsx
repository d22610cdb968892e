import { Button, Group, Text, Textarea } from '@mantine/core';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { AboutMe } from '#contract/students/profiles.schema.ts';
import { useDraft } from '#src/session/use-draft.ts';
import { useDirtyForm } from '#src/ui/dirty-forms.ts';
import { DraftNote } from '#src/ui/draft-note.tsx';
import styles from './own-page.module.css';

function lettersInWords(rest: number): string {
  const letters = Math.abs(rest) === 1 ? 'letter' : 'letters';
  return rest < 0 ? `${-rest} ${letters} too many` : `${rest} ${letters} left`;
}

interface AboutMeFormProps {
  /** What stands there now; it may come from another tablet while nothing is typed. */
  present: string;
  /** True where it was saved. */
  onSave: (text: string) => Promise<boolean>;
}

/** A few words about oneself, and how many letters are left. */
export function AboutMeForm({ present, onSave }: AboutMeFormProps) {
  const left = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const text = typed ?? present;
  const rest = limits.aboutMeLength - text.length;
  const dirty = text !== present;
  const draft = useDraft({
    name: 'about-me',
    value: dirty ? text : null,
    restore: (kept) => {
      if (typeof kept === 'string') setTyped(kept);
      return typeof kept === 'string' && kept !== present;
    },
    reset: () => setTyped(null),
  });
  useDirtyForm(dirty, draft.end);

  function type(next: string) {
    setTyped(next);
    setError(null);
  }

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const words = v.safeParse(AboutMe, text);
    if (!words.success) {
      setError(words.issues[0].message);
      return;
    }
    setSaving(true);
    const isSaved = words.output === present || (await onSave(words.output));
    setSaving(false);
    if (!isSaved) return;
    setTyped(null);
    // The button is gone.
    form.current?.focus({ preventScroll: true });
  }

  return (
    <form ref={form} tabIndex={-1} noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <DraftNote draft={draft} />
      <Textarea
        label="About me"
        placeholder="I like …"
        size="md"
        dir="auto"
        autosize
        minRows={2}
        autoComplete="off"
        aria-describedby={left}
        value={text}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group justify="space-between" gap="sm" mih={42}>
        <Text id={left} size="sm" c={rest < 0 ? 'red.8' : 'dimmed'}>
          {lettersInWords(rest)}
        </Text>
        {(dirty || saving) && (
          <Button type="submit" size="md" loading={saving}>
            Save
          </Button>
        )}
      </Group>
    </form>
  );
}
