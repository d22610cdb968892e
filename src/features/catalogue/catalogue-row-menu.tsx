import { Menu } from '@mantine/core';
import {
  IconBook,
  IconBookOff,
  IconBooks,
  IconBookUpload,
  IconCoin,
  IconFeather,
  IconFlag,
  IconStar,
  IconStarOff,
  type TablerIcon,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { mayFeature, mayPublish, mayShelve, mayWithdraw } from '#contract/catalogue/catalogue.rules.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { paths } from '#contract/kit/paths.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { RowMenu } from '#src/ui/row-menu.tsx';
import type { CatalogueActs } from './catalogue-acting.tsx';

interface ItemProps {
  icon: TablerIcon;
  label: string;
  onClick: () => void;
}

function Item({ icon: Icon, label, onClick }: ItemProps) {
  return (
    <Menu.Item leftSection={<Icon size={18} stroke={1.75} aria-hidden />} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}

interface CatalogueRowMenuProps {
  work: CatalogueWork;
  acts: CatalogueActs;
  /** True for those who run all classes: they say what comes first, and take down. */
  isOffice: boolean;
}

/** What can be done with one work, by what it is. */
export function CatalogueRowMenu({ work, acts, isOffice }: CatalogueRowMenuProps) {
  const navigate = useNavigate();
  const places = useSchoolPlaces();
  const { id, state, is_reviewed, is_taken_down, is_featured } = work;
  const waits = is_reviewed && (state === 'submitted' || state === 'approved');
  return (
    <RowMenu label={`Actions for ${titleOf(work)}`} width={220}>
      <Item icon={IconBook} label="Read" onClick={() => void navigate(paths.work({ id: work.slug }))} />
      {waits && <Item icon={IconFeather} label="Review" onClick={() => void navigate(places.review(id))} />}
      {mayPublish(work) && (
        <Item icon={IconBookUpload} label="Publish" onClick={() => acts.publish([work])} />
      )}
      {mayShelve(work) && <Item icon={IconBooks} label="Shelves" onClick={() => acts.shelve([work])} />}
      {acts.sell !== null && !is_taken_down && (
        <Item icon={IconCoin} label="Price and sale…" onClick={() => acts.sell?.(work)} />
      )}
      {isOffice && mayFeature(work) && (
        <Item
          icon={is_featured ? IconStarOff : IconStar}
          label={is_featured ? 'Show in turn' : 'Show first'}
          onClick={() => acts.feature([work], !is_featured)}
        />
      )}
      {mayWithdraw(work) && (
        <Item icon={IconBookOff} label="Take off the shelf" onClick={() => acts.withdraw([work])} />
      )}
      {/* Of what nobody handed in there is nobody to answer: the school takes it down. */}
      {isOffice && !is_reviewed && state === 'published' && (
        <Item icon={IconFlag} label="Take it down" onClick={() => acts.takeDown(work)} />
      )}
      {isOffice && is_taken_down && (
        <Item icon={IconBookUpload} label="Reinstate" onClick={() => acts.letBack(work)} />
      )}
    </RowMenu>
  );
}
