/** In session storage: a reload, such as one for a new version, does not take a typed name away. No password is ever kept. */
export const draftKey = 'signInName';
