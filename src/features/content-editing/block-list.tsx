import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { focusFields, moved, PlaceTools, useRemoved } from './list-fields.tsx';
import { blockFields, blockKindOf, blockKinds, freshId } from './page-fields.ts';
import { excerptOf } from './page-preview.ts';
import { PartFields } from './part-fields.tsx';
import styles from './page-editor.module.css';

/** Where a block is edited on the page; null: the page as a whole. */
export const editPlaceOf = (block: string | null) => `edit-${block ?? 'page'}`;

/** The id of a block; what has none is named by its place, as the server names it. */
export const blockIdOf = ({ id }: Unfinished, place: number) =>
  typeof id === 'string' ? id : `${place + 1}`;

/** What fields lack, by field. */
export const lacksOf = (lacks: readonly Lack[], block: string | null): Record<string, string> =>
  Object.fromEntries(
    lacks.filter((each) => each.block === block).map(({ field, lacks: text }) => [field, text]),
  );

/** Milliseconds after which a menu that closed has given the keyboard back to its button. */
const menuGivesBack = 30;

interface AddBlockProps {
  onAdd: (block: Unfinished) => void;
}

function AddBlock({ onAdd }: AddBlockProps) {
  return (
    <Menu position="bottom-start" width={240} withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />}>
          Add a block
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {Object.entries(blockKinds).map(([kind, { label, fresh }]) => (
          <Menu.Item
            key={kind}
            onClick={() => onAdd({ id: freshId(kind), kind, for: 'everyone', ...fresh() })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface BlockListProps {
  blocks: readonly Unfinished[];
  lacks: readonly Lack[];
  /** The block that is open. */
  open: string | null;
  onOpen: (block: string | null) => void;
  onChange: (blocks: readonly Unfinished[]) => void;
}

/** The blocks of a page in their order. One is open at a time. */
export function BlockList({ blocks, lacks, open, onOpen, onChange }: BlockListProps) {
  const { setRemoved, note } = useRemoved<Unfinished>((block, place) =>
    onChange(blocks.toSpliced(place, 0, block)),
  );
  return (
    <section className={styles.blocks} aria-label="Blocks">
      {blocks.map((block, place) => {
        const id = blockIdOf(block, place);
        const kind = blockKindOf(block);
        const name = `${kind?.label ?? 'Block'} ${place + 1}`;
        const isOpen = open === id;
        const missing = lacksOf(lacks, id);
        return (
          <section key={id} id={editPlaceOf(id)} tabIndex={-1} aria-label={name} className={styles.card}>
            <div className={styles.itemHead}>
              <strong>{kind?.label ?? 'Block'}</strong>
              {kind && (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-expanded={isOpen}
                  aria-label={isOpen ? `Close: ${name}` : `Edit: ${name}`}
                  onClick={() => onOpen(isOpen ? null : id)}
                >
                  {isOpen ? 'Close' : 'Edit'}
                </Button>
              )}
              <PlaceTools
                name={name}
                place={place}
                count={blocks.length}
                onMove={(to) => onChange(moved(blocks, place, to))}
                onRemove={() => {
                  setRemoved({ item: block, place, name });
                  onChange(blocks.toSpliced(place, 1));
                }}
              />
            </div>
            {Object.keys(missing).length > 0 && (
              <Text c="red" size="sm">
                {[...new Set(Object.values(missing))].join('. ')}
              </Text>
            )}
            {kind && isOpen ? (
              <PartFields
                part={block}
                fields={blockFields(kind)}
                lacks={missing}
                onChange={(next) => onChange(blocks.with(place, next))}
              />
            ) : (
              <Text c="dimmed" size="sm" lineClamp={2} dir="auto">
                {excerptOf(block)}
              </Text>
            )}
          </section>
        );
      })}
      {note}
      <div>
        <AddBlock
          onAdd={(block) => {
            onChange([...blocks, block]);
            const id = blockIdOf(block, blocks.length);
            onOpen(id);
            // The button is below it, and may be below the screen now.
            setTimeout(() => focusFields(document.getElementById(editPlaceOf(id))), menuGivesBack);
          }}
        />
      </div>
    </section>
  );
}
