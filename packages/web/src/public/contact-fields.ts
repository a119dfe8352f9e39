// The contact form's fields, shared by the form and by its rules and call, which load later.
export const contactFields = ['name', 'email', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactValues = Readonly<Record<ContactField, string>>
export type ContactErrors = Readonly<Partial<Record<ContactField, string>>>
