import { Button, Text } from '@mantine/core';
import { IconBookOff, IconBooks, IconBookUpload, IconStar, IconStarOff } from '@tabler/icons-react';
import { mayFeature, mayPublish, mayShelve, mayWithdraw } from '#contract/catalogue/catalogue.rules.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { BulkBar } from '#src/ui/bulk-bar.tsx';
import type { CatalogueActs } from './catalogue-acting.tsx';

interface CatalogueBulkBarProps {
  /** What is picked: "Selected books". */
  label: string;
  works: readonly CatalogueWork[];
  /** How many the list has on all pages; null where all are picked. */
  all: number | null;
  acts: CatalogueActs;
  isOffice: boolean;
  onPickAll: () => void;
  onClear: () => void;
}

/** What can be done with the works that are picked; what none of them allows is not offered. */
export function CatalogueBulkBar({ works, acts, isOffice, ...bar }: CatalogueBulkBarProps) {
  const shown = isOffice ? works.filter(mayFeature) : [];
  const inTurn = shown.filter(({ is_featured }) => !is_featured);
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  const canPublish = works.some(mayPublish);
  const canShelve = works.some(mayShelve);
  return (
    <BulkBar {...bar} count={works.length}>
      {canShelve && (
        <Button variant="default" leftSection={<IconBooks {...icon} />} onClick={() => acts.shelve(works)}>
          Shelves
        </Button>
      )}
      {shown.length > 0 &&
        (inTurn.length > 0 ? (
          <Button
            variant="default"
            leftSection={<IconStar {...icon} />}
            onClick={() => acts.feature(inTurn, true)}
          >
            Show first
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconStarOff {...icon} />}
            onClick={() => acts.feature(shown, false)}
          >
            Show in turn
          </Button>
        ))}
      {works.some(mayWithdraw) && (
        <Button
          variant="default"
          leftSection={<IconBookOff {...icon} />}
          onClick={() => acts.withdraw(works)}
        >
          Take off the shelf
        </Button>
      )}
      {canPublish && (
        <Button leftSection={<IconBookUpload {...icon} />} onClick={() => acts.publish(works)}>
          Publish
        </Button>
      )}
      {!canShelve && !canPublish && <Text c="dimmed">These are still being written.</Text>}
    </BulkBar>
  );
}
