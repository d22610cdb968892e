import { paths } from '#contract/kit/paths.ts';

/** Where causes are listed, looked at and changed, by who runs them. */
interface CausePlaces {
  isPlatform: boolean;
  list: string;
  new: string;
  edit: (id: string) => string;
  /** The form with what is missing marked. */
  fillIn: (id: string) => string;
  view: (id: string) => string;
}

export const schoolCauses: CausePlaces = {
  isPlatform: false,
  list: paths.school.causes(),
  new: paths.school.causeForm(),
  edit: (id) => paths.school.causeForm({ charityId: id }),
  fillIn: (id) => paths.school.causeForm({ charityId: id, show: 'missing' }),
  view: (id) => paths.school.cause({ charityId: id }),
};

export const platformCauses: CausePlaces = {
  isPlatform: true,
  list: paths.platform.causes(),
  new: paths.platform.causeForm(),
  edit: (id) => paths.platform.causeForm({ charityId: id }),
  fillIn: (id) => paths.platform.causeForm({ charityId: id, show: 'missing' }),
  view: (id) => paths.platform.cause({ charityId: id }),
};

export const causePlaces = (isPlatform: boolean) => (isPlatform ? platformCauses : schoolCauses);
