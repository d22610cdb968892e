import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { CategoryFormScreen } from '#src/features/categories/category-form.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';

/** `/admin-school/add-book-category/{categoryId?}`: a new category, or another name for one. */
export function BookCategoryFormPage() {
  const { categoryId } = useParams();
  return (
    <CategoryFormScreen
      categoryId={categoryId}
      breadcrumb={<BackLink to={paths.school.categories()}>Book categories</BackLink>}
    />
  );
}
