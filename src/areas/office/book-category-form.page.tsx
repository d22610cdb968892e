import { useParams } from 'react-router-dom';
import { CategoryFormScreen } from '#src/features/categories/category-form.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { categoryPlaces } from './category-places.ts';

/** `/admin-school/add-book-category/{categoryId?}`: a new category, or another name for one. */
export function BookCategoryFormPage() {
  const { categoryId } = useParams();
  return (
    <CategoryFormScreen
      categoryId={categoryId}
      listHref={categoryPlaces.list}
      breadcrumb={<BackLink to={categoryPlaces.list}>Book categories</BackLink>}
    />
  );
}
