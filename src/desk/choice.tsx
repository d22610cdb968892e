import { Input } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useId } from 'react';

interface ChoiceProps<Value extends string> {
  label: string;
  description?: string;
  data: readonly { readonly value: Value; readonly label: string }[];
  value: string;
  onChange: (value: Value) => void;
}

/** One of several; the browser's own list, which every tablet shows as its people know it. */
export function Choice<Value extends string>({
  label,
  description,
  data,
  value,
  onChange,
}: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      descriptionProps={{ id: `${id}-more` }}
      size="md"
    >
      <Input
        component="select"
        id={id}
        size="md"
        pointer
        rightSection={<IconSelector size={24} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        aria-describedby={description === undefined ? undefined : `${id}-more`}
        value={value}
        onChange={(event) => {
          const chosen = data.find((each) => each.value === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {data.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </Input>
    </Input.Wrapper>
  );
}
