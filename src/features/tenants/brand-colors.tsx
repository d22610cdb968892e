import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { colorFields, HexColor, type ColorField as Field } from '#contract/tenants/tenants.schema.ts';
import { ColorField } from './color-field.tsx';
import { withPrimary } from './derived-colors.rules.ts';
import styles from './tenants.module.css';

interface BrandColorsProps {
  values: Readonly<Record<Field, string>>;
  errors: Readonly<Partial<Record<string, ReactNode>>>;
  isRequired: (field: Field) => boolean;
  onChange: (colors: Partial<Record<Field, string>>) => void;
  onBlur: (field: Field) => void;
}

/**
 * One colour, of which the others are made. They are behind a button, unless something is wrong with one. They open below it, so that
 * it stays where it was pressed.
 */
export function BrandColors({ values, errors, isRequired, onChange, onBlur }: BrandColorsProps) {
  const [areAllShown, setAllShown] = useState(false);
  const folded = colorFields.filter(
    (field) => field !== 'primary_color' && (areAllShown || !v.is(HexColor, values[field])),
  );
  const colors = (fields: readonly Field[]) => (
    <div className={styles.colors}>
      {fields.map((field) => (
        <ColorField
          key={field}
          field={field}
          required={isRequired(field)}
          value={values[field]}
          error={errors[field]}
          onChange={(color) =>
            onChange(field === 'primary_color' ? withPrimary(color, values) : { [field]: color })
          }
          onBlur={() => onBlur(field)}
        />
      ))}
    </div>
  );
  return (
    <>
      {colors(['primary_color'])}
      <Button variant="default" my="sm" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
        {areAllShown ? 'Fewer colours' : 'More colours'}
      </Button>
      {folded.length > 0 && colors(folded)}
    </>
  );
}
