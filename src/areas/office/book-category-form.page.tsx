import { Anchor } from '@mantine/core';
import { Link, useParams } from 'react-router-dom';
import { CategoryFormScreen } from '#src/features/categories/category-form.screen.tsx';
import { categoryPlaces } from './category-places.ts';

/** `/admin-school/add-book-category/{categoryId?}`: a new category, or another name for one. */
export function BookCategoryFormPage() {
  const { categoryId } = useParams();
  return (
    <CategoryFormScreen
      categoryId={categoryId}
      listHref={categoryPlaces.list}
      breadcrumb={
        <Anchor component={Link} to={categoryPlaces.list}>
          Book categories
        </Anchor>
      }
    />
  );
}
