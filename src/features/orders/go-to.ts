/** Leaves the app for another page. Tests hand in what remembers it. */
export type GoTo = (address: string) => void;

export const goToAddress: GoTo = (address) => window.location.assign(address);
