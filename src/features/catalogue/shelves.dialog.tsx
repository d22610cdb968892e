import { Checkbox, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { categoriesPerStory } from '#contract/writing/writing.schema.ts';
import { FormModal, ModalForm } from '#src/ui/form-modal.tsx';
import styles from './catalogue.module.css';
import type { Shelf } from './use-shelf-names.ts';

interface FormProps {
  works: readonly CatalogueWork[];
  shelves: readonly Shelf[];
  /** Said of those that were picked and are left as they are; empty where there are none. */
  note: string;
  /** True once it is done. */
  onSave: (change: { add: string[]; remove: string[] }) => Promise<boolean>;
  onClose: () => void;
}

/** How many of the works stand on a shelf. */
function standingOn(works: readonly CatalogueWork[], shelf: Shelf): 'all' | 'some' | 'none' {
  const count = works.filter(({ categories }) => categories.includes(shelf.id)).length;
  if (count === 0) return 'none';
  return count === works.length ? 'all' : 'some';
}

function ShelvesForm({ works, shelves, note, onSave, onClose }: FormProps) {
  // What was chosen; the shelves that were not touched stay as they are.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const idsThat = (isOn: boolean) => [...chosen].flatMap(([id, wanted]) => (wanted === isOn ? [id] : []));

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSaving(true);
    const isDone = await onSave({ add: idsThat(true), remove: idsThat(false) });
    setSaving(false);
    if (isDone) onClose();
  }

  return (
    <ModalForm
      dirty={chosen.size > 0}
      submitLabel="Save"
      submitting={isSaving}
      onSubmit={(event) => void save(event)}
    >
      <Text>
        {works.length === 1 ? 'It stands' : 'Each of them stands'} on {categoriesPerStory} shelves at most.{' '}
        {note}
      </Text>
      {shelves.length === 0 ? (
        <Text c="dimmed">There are no shelves yet.</Text>
      ) : (
        <div className={styles.shelves} role="group" aria-label="Shelves">
          {shelves.map((shelf) => {
            const standing = standingOn(works, shelf);
            const wanted = chosen.get(shelf.id);
            return (
              <Checkbox
                key={shelf.id}
                size="md"
                label={<bdi>{shelf.name}</bdi>}
                checked={wanted ?? standing === 'all'}
                indeterminate={wanted === undefined && standing === 'some'}
                onChange={({ currentTarget }) =>
                  setChosen(new Map(chosen).set(shelf.id, currentTarget.checked))
                }
              />
            );
          })}
        </div>
      )}
    </ModalForm>
  );
}

interface ShelvesDialogProps extends FormProps {
  opened: boolean;
  title: string;
}

/** On which shelves of the library one or several works stand. */
export function ShelvesDialog({ opened, title, ...form }: ShelvesDialogProps) {
  return (
    <FormModal opened={opened} onClose={form.onClose} title={title}>
      <ShelvesForm {...form} />
    </FormModal>
  );
}
