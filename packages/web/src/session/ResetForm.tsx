// The form of both pages of a forgotten password (S-07, S-08): one field, one button, and what went wrong above them.
import type { Codec } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { formResolver } from '../form/form-resolver.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { paths } from '../paths.ts'
import { publicPages } from '../public-pages.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { usePasswordCall } from './use-password-call.ts'

interface ResetFormProps<Entered> {
  intro: string
  schema: Codec<Entered>
  field: { name: keyof Entered & string; label: string; type: string; autoComplete: string }
  send: (entered: Entered) => Promise<{ message: string }>
  /** Success means that a letter is on its way. */
  isMailed?: boolean
  /** What the form carries unseen. */
  children?: ReactNode
}

export function ResetForm<Entered>(props: ResetFormProps<Entered>) {
  const { intro, schema, field, send, isMailed = false, children } = props
  const { failure, run } = usePasswordCall(send, isMailed)
  const isAlive = useHydrated()
  const { register, handleSubmit, formState } = useForm<Record<string, string>, unknown, Entered>({
    // No default value: it would empty what was typed before React came.
    resolver: formResolver(schema),
    mode: 'onTouched',
  })
  const { errors, isSubmitting } = formState
  return (
    <EntranceLayout title={publicPages.forget.title}>
      <p className="text-lg text-pretty text-ink-2">{intro}</p>
      {failure === null ? null : <Notice tone="danger" title={failure} />}
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(run)(event)}>
        {children}
        <Field
          label={field.label}
          type={field.type}
          autoComplete={field.autoComplete}
          error={errors[field.name]?.message}
          {...register(field.name)}
        />
        <Button variant="primary" size="lg" wide type="submit" busy={isSubmitting} disabled={!isAlive}>
          {isSubmitting ? 'Submitting...' : 'Submit'}
        </Button>
      </form>
      <a className="link" href={paths.login}>
        Back to login
      </a>
    </EntranceLayout>
  )
}
