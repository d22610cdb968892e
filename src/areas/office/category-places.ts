import { paths } from '#contract/kit/paths.ts';
/** Where categories are listed, made and renamed. */
export const categoryPlaces = {
  list: paths.school.categories(),
  new: paths.school.categoryForm(),
  edit: (id: string) => paths.school.categoryForm({ categoryId: id }),
};
