/** The name of a sale's lock begins with it: a tab that is selling holds one, and no new version takes over meanwhile. */
export const SALE_LOCK = 'sale-'
