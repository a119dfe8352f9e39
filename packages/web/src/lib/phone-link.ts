// A phone number as people write it, as an address that a phone can dial.
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
