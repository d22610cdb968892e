import { Button, Group, Input } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useId, type ChangeEvent, type ReactNode } from 'react';
import { suggestPassword } from '#contract/students/simple-words.ts';

/** From the browser's source for keys: a password that could be computed again would be none. */
function draw(below: number): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number % below;
}

interface PupilPasswordFieldProps {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error?: ReactNode;
  /** True where it is what a dialog begins with. */
  isFirst?: boolean;
  onSuggest: (password: string) => void;
}

/** A child's new password, readable: whoever types it tells it to the child. */
export function PupilPasswordField({ error, isFirst = false, onSuggest, ...input }: PupilPasswordFieldProps) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label="New password" required error={error}>
      <Group gap="xs">
        <Input
          id={id}
          flex="1 1 220px"
          required
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={error !== undefined && error !== null}
          {...(isFirst && { 'data-autofocus': true })}
          {...input}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          onClick={() => onSuggest(suggestPassword(draw))}
        >
          Suggest one
        </Button>
      </Group>
    </Input.Wrapper>
  );
}
