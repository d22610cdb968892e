import { CategoriesScreen } from '#src/features/categories/categories.screen.tsx';
import { categoryPlaces } from './category-places.ts';

/** `/admin-school/book-categories`: the shelves of the library. */
export function BookCategoriesPage() {
  return <CategoriesScreen newHref={categoryPlaces.new} editHref={categoryPlaces.edit} />;
}
