import { CategoriesScreen } from '#src/features/categories/categories.screen.tsx';

/** `/admin-school/book-categories`: the shelves of the library. */
export function BookCategoriesPage() {
  return <CategoriesScreen />;
}
