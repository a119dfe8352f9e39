// How the same Gambian phone number is written: seven digits, or with the country code before them.

/** In its local form, however the country code was written. */
export const localPhone = (phone: string): string => /^(?:00)?220(\d{7})$/.exec(phone)?.[1] ?? phone

/** As people write it. A number that is not Gambian is written in one way. */
export function listSpellings(phone: string): string[] {
  const local = localPhone(phone)
  return /^\d{7}$/.test(local) ? [local, `220${local}`, `00220${local}`] : [local]
}
