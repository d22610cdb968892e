import type { ComponentProps } from 'react';
import { dashboardAt, paths } from '#contract/kit/paths.ts';
import { runsClasses, type Role } from '#contract/kit/roles.ts';
import { SearchPanel, type SearchPlaces } from '#src/features/search/search.panel.tsx';
import { areaRoles } from '#src/session/dashboards.ts';
import { useUser } from '#src/session/use-session.ts';

function placesOf(role: Role | undefined): SearchPlaces {
  const runsSchool = areaRoles.adminSchool.some((each) => each === role);
  return {
    work: (slug) => paths.work({ id: slug }),
    cause: (slug) => paths.causes({ place: slug }),
    resource: (id) => paths.library({ resource: id }),
    // A child; a teacher finds it in the class.
    person: ({ id, school_class }) => {
      if (runsSchool) return paths.school.student({ userId: id });
      return school_class && dashboardAt('Teacher Dashboard', { id: school_class.id });
    },
  };
}

type SiteSearchProps = Pick<ComponentProps<typeof SearchPanel>, 'opened' | 'onClose' | 'takeEarly'>;

/** The search of the navbar, with the pages to which it leads. */
export function SiteSearch(props: SiteSearchProps) {
  const role = useUser()?.role;
  const finds =
    role !== undefined && runsClasses(role)
      ? 'books, stories, causes and people'
      : 'books, stories and causes';
  return <SearchPanel {...props} what={finds} places={placesOf(role)} />;
}
