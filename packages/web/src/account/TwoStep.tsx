// Two-step sign-in: on with an authenticator app, off with the password and a code. What changes is told in the panel itself.
import {
  account,
  passwordAgainForm,
  removeSecondFactorForm,
  secondFactorCodeForm,
  type Security,
} from '@flexpower/contract'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api/client.ts'
import { formResolver } from '../lib/form.ts'
import { refusalText, showFieldErrors } from '../lib/refusal.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { toast } from '../ui/toast.ts'

const QrPicture = lazy(async () => ({ default: (await import('./QrPicture.tsx')).QrPicture }))

const NO_ANSWER = 'No answer came. Nothing may have changed; try again in a moment.'

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
      {step.at === 'off' && <TurnOff onClose={rest} />}
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
    return `Signing in takes your password and a code of your authenticator app. ${codesLeft} recovery ${codesLeft === 1 ? 'code is' : 'codes are'} left.`
  return isRequired
    ? 'Admins of this installation need it: until it is on, nothing else opens.'
    : 'With an authenticator app on your phone, your password alone lets nobody in.'
}

function Actions({ state, onStep }: { state: TwoStepProps['state']; onStep: (step: Step) => void }) {
  if (!state.isOn)
    return (
      <Button variant="primary" onClick={() => onStep({ at: 'password' })}>
        Turn on
      </Button>
    )
  return state.isRequired ? null : <Button onClick={() => onStep({ at: 'off' })}>Turn off</Button>
}

function PasswordStep({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
    resolver: formResolver(passwordAgainForm),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const submit = handleSubmit(async (entered) => {
    try {
      onSecret(await call(account.beginSecondFactor, entered))
    } catch (error) {
      setProblem(refusalText(error, NO_ANSWER))
      showFieldErrors(error, setError, ['password'])
    }
  })
  return (
    <Modal
      open
      title="Turn on two-step sign-in"
      size="form"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={<Foot label="Go on" isBusy={formState.isSubmitting} onClose={onClose} />}
    >
      {problem !== null && <Notice tone="danger" title={problem} />}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </Modal>
  )
}

interface CodeStepProps extends Secret {
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}

function CodeStep({ secret, uri, onClose, onCodes }: CodeStepProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { code: '' },
    resolver: formResolver(secondFactorCodeForm),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const submit = handleSubmit(async (entered) => {
    try {
      const { recoveryCodes } = await call(account.confirmSecondFactor, entered)
      onCodes(recoveryCodes)
    } catch (error) {
      setProblem(refusalText(error, NO_ANSWER))
      showFieldErrors(error, setError, ['code'])
    }
  })
  return (
    <Modal
      open
      title="Scan this with your app"
      size="form"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={<Foot label="Turn on" isBusy={formState.isSubmitting} onClose={onClose} />}
    >
      {problem !== null && <Notice tone="danger" title={problem} />}
      <Suspense fallback={<div className="mx-auto size-52" />}>
        <QrPicture text={uri} />
      </Suspense>
      <p className="text-sm text-ink-2">
        Or type this key into the app:{' '}
        <code className="font-mono break-all text-ink">{blocksOf(secret)}</code>
      </p>
      <Field
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={formState.errors.code?.message}
        {...register('code')}
      />
    </Modal>
  )
}

const blocksOf = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast.success('Copied')
  }
  return (
    <Modal
      open
      title="Two-step sign-in is on"
      size="form"
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        </>
      }
    >
      <Notice tone="warning" title="Keep these codes on paper">
        Each signs you in once when the phone is not there. They are not shown again.
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

function TurnOff({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '', code: '' },
    resolver: formResolver(removeSecondFactorForm),
  })
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState<string | null>(null)
  const submit = handleSubmit(async (entered) => {
    try {
      const { message } = await call(account.removeSecondFactor, entered)
      toast.success(message)
      onClose()
    } catch (error) {
      setProblem(refusalText(error, NO_ANSWER))
      showFieldErrors(error, setError, ['password', 'code'])
    }
  })
  return (
    <Modal
      open
      title="Turn off two-step sign-in"
      size="form"
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      footer={<Foot label="Turn off" isBusy={isSubmitting} onClose={onClose} />}
    >
      {problem !== null && <Notice tone="danger" title={problem} />}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Field
        label="Code of the app, or a recovery code"
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...register('code')}
      />
    </Modal>
  )
}

const Foot = (props: { label: string; isBusy: boolean; onClose: () => void }) => (
  <>
    <Button onClick={props.onClose}>Cancel</Button>
    <Button variant="primary" type="submit" busy={props.isBusy}>
      {props.label}
    </Button>
  </>
)
