import '#src/ui/menu-styles.ts';
import { Menu } from '@mantine/core';
import { IconGift, IconGiftOff, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { panelPaths } from '#contract/kit/panel-paths.ts';
import type { PanelCategory } from '#contract/panel/categories.schema.ts';
import type { Column } from '#src/ui/data-table.tsx';
import { RowMenu } from '#src/ui/row-menu.tsx';

interface CategoryActs {
  offer: (category: PanelCategory) => void;
  /** Asks first. */
  stop: (category: PanelCategory) => void;
}

/** Categories of the platform, by name: the server knows no other order. */
export const categoryColumns = ({ offer, stop }: CategoryActs): readonly Column<PanelCategory>[] => [
  {
    key: 'name',
    header: 'Name',
    heading: true,
    cell: ({ id, name }) => (
      <Link to={panelPaths.category({ categoryId: id })} dir="auto">
        {name}
      </Link>
    ),
  },
  {
    key: 'offered',
    header: 'New schools',
    cell: ({ is_offered }) => (is_offered ? 'Start with it' : 'Start without it'),
    width: '190px',
  },
  {
    key: 'schools',
    header: 'Schools',
    cell: ({ schools }) => schools.toLocaleString('en'),
    align: 'end',
    width: '110px',
  },
  {
    key: 'public_works',
    header: 'Public works',
    cell: ({ public_works }) => public_works.toLocaleString('en'),
    align: 'end',
    width: '150px',
  },
  {
    key: 'actions',
    header: 'Actions',
    cell: (category) => (
      <RowMenu label={`Actions for ${category.name}`} width={220}>
        <Menu.Item
          component={Link}
          to={panelPaths.category({ categoryId: category.id })}
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
        >
          Rename
        </Menu.Item>
        {category.is_offered ? (
          <Menu.Item
            leftSection={<IconGiftOff size={18} stroke={1.75} aria-hidden />}
            onClick={() => stop(category)}
          >
            Stop offering
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconGift size={18} stroke={1.75} aria-hidden />}
            onClick={() => offer(category)}
          >
            Offer to new schools
          </Menu.Item>
        )}
      </RowMenu>
    ),
    isMenu: true,
  },
];
