import { useParams } from 'react-router-dom';
import { CategoryFormScreen } from '#src/features/categories/category-form.screen.tsx';
import { ParentLink } from '../page-table.tsx';

/** `/admin-school/add-book-category/{categoryId?}`: a new category, or another name for one. */
export function BookCategoryFormPage() {
  const { categoryId } = useParams();
  return <CategoryFormScreen categoryId={categoryId} breadcrumb={<ParentLink />} />;
}
