// What the contact form does (P-05 to P-08). The home page is drawn by React alone, so the rules and the call load when
// somebody starts to use the form, and the submit retries if they did not. The input is read from the form itself,
// because some of it may have been typed before React loaded.
import { type ChangeEvent, type FocusEvent, type SubmitEvent, useState } from 'react'
import { loadChunk } from '../lib/lazy-page.ts'
import { preloadToasts, toast } from '../ui/toast.ts'
import type { check as Check } from './later/contact-desk.ts'
import { type ContactErrors, type ContactField, contactFields, type ContactValues } from './contact-fields.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'
const EMPTY: ContactValues = { name: '', email: '', message: '' }

type Control = HTMLInputElement | HTMLTextAreaElement

const loadDesk = () => loadChunk(() => import('./later/contact-desk.ts'))

interface Outcome {
  isSent: boolean
  message: string
}

export function useContactForm() {
  const [values, setValues] = useState(EMPTY)
  const [touched, setTouched] = useState<readonly ContactField[]>([])
  const [check, setCheck] = useState<typeof Check | null>(null)
  const [refused, setRefused] = useState<ContactErrors>({})
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const errors = check?.(values) ?? {}

  async function openDesk() {
    const desk = await loadDesk()
    setCheck(() => desk.check)
    return desk
  }

  function prepare(): void {
    // What cannot be loaded now is reported when it is needed.
    if (check === null) openDesk().catch(() => {})
    preloadToasts()
  }

  async function deliver(form: HTMLFormElement): Promise<void> {
    const desk = await openDesk()
    const written = readValues(form)
    const wrong = desk.check(written)
    const first = contactFields.find((field) => wrong[field] !== undefined)
    if (first !== undefined) return findControl(form, first).focus()
    const answer = await desk.send(written)
    setOutcome(answer)
    setRefused(answer.errors)
    if (!answer.isSent) return toast.error(answer.message)
    form.reset()
    setValues(EMPTY)
    setTouched([])
    toast.success(answer.message)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSubmitting) return
    setValues(readValues(event.currentTarget))
    setTouched(contactFields)
    setOutcome(null)
    setSubmitting(true)
    try {
      await deliver(event.currentTarget)
    } catch (error) {
      reportError(error)
      setOutcome({ isSent: false, message: TRY_AGAIN })
      toast.error(TRY_AGAIN)
    } finally {
      setSubmitting(false)
    }
  }

  /** All props that a field's control needs. */
  const control = (name: ContactField) => ({
    name,
    error: touched.includes(name) ? (errors[name] ?? refused[name]) : undefined,
    onChange: ({ currentTarget: { form } }: ChangeEvent<Control>) => {
      if (form !== null) setValues(readValues(form))
      setRefused({ ...refused, [name]: '' })
    },
    onFocus: prepare,
    onBlur: ({ currentTarget: { form } }: FocusEvent<Control>) => {
      if (form !== null) setValues(readValues(form))
      setTouched([...touched, name])
    },
  })

  return { control, submit, isSubmitting, outcome }
}

const findControl = (form: HTMLFormElement, field: ContactField) => form.elements.namedItem(field) as Control

const readValues = (form: HTMLFormElement): ContactValues => ({
  name: findControl(form, 'name').value,
  email: findControl(form, 'email').value,
  message: findControl(form, 'message').value,
})
