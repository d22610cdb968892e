/** The article about it; the Help Center adds what holds for this very browser. */
export const installArticle = 'install-the-app';
