/** Where categories are listed, made and renamed. */
export const categoryPlaces = {
  list: '/admin-school/book-categories',
  new: '/admin-school/add-book-category',
  edit: (id: string) => `/admin-school/add-book-category/${id}`,
};
