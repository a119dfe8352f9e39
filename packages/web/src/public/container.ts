// The column that every part of the public site keeps to.
export const CONTAINER = 'mx-auto w-full max-w-292 px-4 md:px-6'
