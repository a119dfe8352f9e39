// Two-step sign-in: turned on with an authenticator app, off with the password and a code. Changes are shown in the
// panel itself.
import {
  account,
  type Codec,
  passwordAgainForm,
  removeSecondFactorForm,
  secondFactorCodeForm,
  type Security,
} from '@flexpower/contract'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { DefaultValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { refusalText } from '../form/form-errors.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import { toast } from '../ui/toast.ts'

const QrPicture = lazy(async () => ({ default: (await import('../ui/receipt/QrPicture.tsx')).QrPicture }))

const NO_ANSWER =
  'The server did not answer. It is not known whether anything changed; try again in a moment.'

interface TwoStepProps {
  state: Security['secondFactor']
  onChanged: () => void
}

export function TwoStep({ state, onChanged }: TwoStepProps) {
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const rest = () => {
    setStep({ at: 'rest' })
    onChanged()
  }
  return (
    <Panel
      title={
        <span className="flex items-center gap-3">
          Two-step sign-in <Badge tone={state.isOn ? 'ok' : 'off'}>{state.isOn ? 'On' : 'Off'}</Badge>
        </span>
      }
      actions={<Actions state={state} onStep={setStep} />}
    >
      <p className="max-w-prose text-pretty text-ink-2">{wordsFor(state)}</p>
      {step.at === 'password' && (
        <PasswordStep onClose={rest} onSecret={(secret) => setStep({ at: 'secret', secret })} />
      )}
      {step.at === 'secret' && (
        <CodeStep {...step.secret} onClose={rest} onCodes={(codes) => setStep({ at: 'codes', codes })} />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} onClose={rest} />}
      {step.at === 'off' && <TurnOff isRequired={state.isRequired} onClose={rest} />}
    </Panel>
  )
}

interface Secret {
  secret: string
  uri: string
}

type Step =
  | { at: 'rest' | 'password' | 'off' }
  | { at: 'secret'; secret: Secret }
  | { at: 'codes'; codes: readonly string[] }

function wordsFor({ isOn, isRequired, codesLeft }: TwoStepProps['state']): string {
  if (isOn)
    return `Signing in takes your password and a code of your authenticator app. ${codesLeft} recovery ${codesLeft === 1 ? 'code is' : 'codes are'} left. For another phone or new codes, turn it off and on again.`
  return isRequired
    ? 'Admins of this installation need it: until it is on, nothing else opens.'
    : 'With an authenticator app on your phone, your password alone is not enough to sign in.'
}

function Actions({ state, onStep }: { state: TwoStepProps['state']; onStep: (step: Step) => void }) {
  if (!state.isOn)
    return (
      <Button variant="primary" onClick={() => onStep({ at: 'password' })}>
        Turn on
      </Button>
    )
  return <Button onClick={() => onStep({ at: 'off' })}>Turn off</Button>
}

function PasswordStep({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const form = useStepForm(passwordAgainForm, { password: '' }, async (entered) =>
    onSecret(await call(account.beginSecondFactor, entered)),
  )
  return (
    <StepModal title="Turn on two-step sign-in" label="Go on" form={form} onClose={onClose}>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <p className="text-sm text-ink-2">Once it is on, every other browser is signed out.</p>
    </StepModal>
  )
}

interface CodeStepProps extends Secret {
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}

function CodeStep({ secret, uri, onClose, onCodes }: CodeStepProps) {
  const form = useStepForm(secondFactorCodeForm, { code: '' }, async (entered) =>
    onCodes((await call(account.confirmSecondFactor, entered)).recoveryCodes),
  )
  return (
    <StepModal title="Scan this with your app" label="Turn on" form={form} onClose={onClose}>
      <Suspense fallback={<div className="mx-auto size-52" />}>
        <QrPicture text={uri} title="Key for the app" className="mx-auto size-52 bg-paper" />
      </Suspense>
      <p className="text-sm text-ink-2">
        Or type this key into the app:{' '}
        <code className="font-mono break-all text-ink">{formatBlocks(secret)}</code>
      </p>
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
    </StepModal>
  )
}

const formatBlocks = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/**
 * The codes are shown only once, so only one button closes this. It does not have the focus, so a repeated Enter cannot
 * press it.
 */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copyRef = useRef<HTMLButtonElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success('Copied')
    } catch {
      // Copying is forbidden, or the page has no https.
      toast.error('Not copied. Write them down.')
    }
  }
  return (
    <Modal
      open
      title="Two-step sign-in is on"
      size="form"
      dismissible={false}
      initialFocus={copyRef}
      onClose={onClose}
      footer={
        <>
          <Button ref={copyRef} icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have saved them
          </Button>
        </>
      }
    >
      <Notice tone="warning" title="Keep these codes on paper">
        Each signs you in once when you do not have your phone. They are not shown again.
      </Notice>
      <ol className="grid grid-cols-2 gap-2 font-mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="rounded bg-sunken px-3 py-2 text-center">
            {code}
          </li>
        ))}
      </ol>
    </Modal>
  )
}

function TurnOff({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const form = useStepForm(removeSecondFactorForm, { password: '', code: '' }, async (entered) => {
    const { message } = await call(account.removeSecondFactor, entered)
    toast.success(message)
    onClose()
  })
  const { errors } = form.formState
  return (
    <StepModal title="Turn off two-step sign-in" label="Turn off" form={form} onClose={onClose}>
      {isRequired && (
        <Notice tone="warning" title="Turn it on again immediately">
          Admins of this installation need it: until it is on again, nothing else opens.
        </Notice>
      )}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Field
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...form.register('code')}
      />
    </StepModal>
  )
}

const useStepForm = <Values extends Record<string, string>>(
  schema: Codec<Values>,
  values: Values,
  send: (entered: Values) => Promise<void>,
) =>
  useCallForm<Values, Values>({
    schema,
    values: values as DefaultValues<Values>,
    explain: (error) => refusalText(error, NO_ANSWER),
    send,
  })

interface StepModalProps {
  title: string
  /** The label of the submit button. */
  label: string
  form: Pick<ReturnType<typeof useStepForm>, 'problem' | 'submit'> & { formState: { isSubmitting: boolean } }
  onClose: () => void
  children: ReactNode
}

const StepModal = ({ title, label, form, onClose, children }: StepModalProps) => (
  <Modal
    open
    title={title}
    size="form"
    onClose={onClose}
    onSubmit={(event) => void form.submit(event)}
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" busy={form.formState.isSubmitting}>
          {label}
        </Button>
      </>
    }
  >
    {form.problem !== null && <Notice tone="danger" title={form.problem} />}
    {children}
  </Modal>
)
