import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { Unfinished } from '#contract/content/editor.schema.ts';
import { FilmField } from './film-field.tsx';
import { GridField, ListField } from './list-fields.tsx';
import { ofQuestionType, type Choice, type Field } from './page-fields.ts';
import { dayAndTimeOf, instantOf } from './publish-moments.ts';
import { WordsEditor } from './words-editor.tsx';
import styles from './page-editor.module.css';

export interface PartFieldsProps {
  part: Unfinished;
  fields: readonly Field[];
  /** What they lack, by the field: `facts.0.source`. */
  lacks: Readonly<Record<string, string>>;
  /** Where this part stands in its block: `facts.0.`. */
  path?: string;
  onChange: (part: Unfinished) => void;
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);
const partOf = (value: unknown): Unfinished =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Unfinished) : {};

/** What is not answered is left out of the draft. */
function withValue(part: Unfinished, name: string, value: unknown): Unfinished {
  if (value !== undefined) return { ...part, [name]: value };
  return Object.fromEntries(Object.entries(part).filter(([each]) => each !== name));
}

/** Which of the answers are right, by their places. */
function rightChoices(part: Unfinished): Choice[] {
  return textsOf(part['answers']).map((label, place) => ({
    value: String(place),
    label: `${place + 1}. ${label}`,
  }));
}

interface SeveralProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  choices: readonly Choice[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

function Several({ choices, chosen, ...group }: SeveralProps) {
  return (
    <Checkbox.Group {...group} value={chosen}>
      <div className={styles.choices}>
        {choices.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

type OneFieldProps = Omit<PartFieldsProps, 'fields'> & { field: Field };

function OneField({ part, field, lacks, path = '', onChange }: OneFieldProps) {
  const { name, label, hint } = field;
  const value = part[name];
  const set = (next: unknown) => onChange(withValue(part, name, next));
  const common = { label, description: hint, error: lacks[`${path}${name}`] };
  switch (field.type) {
    case 'line':
      return (
        <TextInput
          {...common}
          dir="auto"
          maxLength={field.max}
          value={textOf(value)}
          onChange={({ target }) => set(target.value)}
        />
      );
    case 'area':
      return (
        <Textarea
          {...common}
          dir="auto"
          autosize
          minRows={2}
          maxLength={field.max}
          value={textOf(value)}
          onChange={({ target }) => set(target.value)}
        />
      );
    case 'lines':
      return (
        <Textarea
          {...common}
          dir="auto"
          autosize
          minRows={3}
          value={textsOf(value).join('\n')}
          onChange={({ target }) => set(target.value === '' ? [] : target.value.split('\n'))}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          min={1}
          max={field.max}
          allowDecimal={false}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => set(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={
            field.isOptional || value === undefined
              ? [
                  { value: '', label: field.isOptional ? (field.none ?? 'Any') : 'Please choose' },
                  ...field.choices,
                ]
              : [...field.choices]
          }
          value={textOf(value)}
          onChange={({ target }) => {
            if (name === 'type') onChange(ofQuestionType(part, target.value));
            else if (target.value === '') set(undefined);
            else set(field.isNumber ? Number(target.value) : target.value);
          }}
        />
      );
    case 'choices':
      return (
        <Several
          {...common}
          choices={field.choices}
          chosen={textsOf(value)}
          onChange={(next) => set(field.isNumber ? next.map(Number) : next)}
        />
      );
    case 'right':
      return field.isSeveral ? (
        <Several
          {...common}
          choices={rightChoices(part)}
          chosen={textsOf(value)}
          onChange={(next) => set(next.map(Number))}
        />
      ) : (
        <NativeSelect
          {...common}
          data={rightChoices(part)}
          value={textOf(value)}
          onChange={({ target }) => set(Number(target.value))}
        />
      );
    case 'day':
    case 'day_of_year':
      return (
        <TextInput
          {...common}
          type={field.type === 'day' ? 'date' : 'text'}
          value={textOf(value)}
          onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
        />
      );
    case 'moment':
      return (
        <TextInput
          {...common}
          type="datetime-local"
          value={dayAndTimeOf(textOf(value))}
          onChange={({ target }) => set(instantOf(target.value))}
        />
      );
    case 'flag':
      return <Checkbox {...common} checked={value === true} onChange={({ target }) => set(target.checked)} />;
    case 'film':
      return (
        <FilmField
          label={label}
          video={value === undefined ? null : partOf(value)}
          lacks={lacks}
          onChange={(video) => set(video ?? undefined)}
        />
      );
    case 'words':
      return <WordsEditor label={label} document={partOf(value)} onChange={set} />;
    case 'group':
      return (
        <fieldset className={styles.items}>
          <legend>{label}</legend>
          <PartFields
            part={partOf(value)}
            fields={field.fields}
            lacks={lacks}
            path={`${path}${name}.`}
            onChange={set}
          />
        </fieldset>
      );
    case 'grid':
      return (
        <GridField
          label={label}
          one={field.one}
          columns={field.columns(part)}
          rows={Array.isArray(value) ? value.map(textsOf) : []}
          onChange={set}
        />
      );
    case 'list':
      return (
        <ListField
          label={label}
          one={field.one}
          items={Array.isArray(value) ? value.map(partOf) : []}
          fresh={field.fresh}
          onChange={set}
        >
          {(item, place, onItem) => (
            <PartFields
              part={item}
              fields={field.fields(item)}
              lacks={lacks}
              path={`${path}${name}.${place}.`}
              onChange={onItem}
            />
          )}
        </ListField>
      );
  }
}

/** The fields of a head, a block, or one item of it. */
export function PartFields({ fields, ...rest }: PartFieldsProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <OneField key={field.name} field={field} {...rest} />
      ))}
    </div>
  );
}
