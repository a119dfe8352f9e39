// The guide for a new cashier: five steps, each beside the control that it is about, on the real screen and with a real
// sale. It is on while the URL says so, so a link can start it; a cashier without a sale is offered it.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ownMemory } from '../../api/own-memory.ts'
import { site } from '../../api/site.ts'
import { useUrlValue } from '../../list/list-view.ts'
import { GUIDE, GUIDE_ON } from '../../paths.ts'
import { ownFloat } from '../../floats/float-view.ts'
import { Link } from '../../router/hooks.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import type { KnownFloat } from '../product.ts'
import './guide.css'

/** In the URL after the first sale: only the shift is left to show. */
const SOLD = 'sold'

const memory = ownMemory<{ isDeclined: boolean }>('guide', { isDeclined: false })

export function useGuide() {
  const [value, setValue] = useUrlValue(GUIDE)
  return {
    isOn: value !== '',
    hasSold: value === SOLD,
    start: () => setValue(GUIDE_ON),
    sold: () => setValue(SOLD),
    end: () => {
      memory.remember({ isDeclined: true })
      setValue('')
    },
  }
}

type Step = 1 | 2 | 3 | 4 | 5

/** On a phone there are no keys to talk about. */
const texts = (hasKeys: boolean): Record<Step, { title: string; text: string }> => ({
  1: {
    title: 'Begin a sale',
    text: `Press New Transactions${hasKeys ? ', or the key N' : ''}. Nothing is sold before you press OK.`,
  },
  2: {
    title: 'Enter and verify',
    text: `Scan or type the meter, the amount and the customer’s phone.${hasKeys ? ' Enter goes to the next field.' : ''} Then press VERIFY: ${site.utilityName} says whose meter it is. Nothing is sold yet.`,
  },
  3: {
    title: 'Read the name aloud, take the cash, press OK',
    text: `Is it the wrong name? Press Change.${hasKeys ? ' C counts the change.' : ''} OK sells, and the amount leaves your float.`,
  },
  4: {
    title: 'Hand over the token',
    text: 'Press Print receipt. The token is also in the list, where it can be printed again. Then close this card.',
  },
  5: {
    title: 'At the end of the day',
    text: `Open My Shift, count your drawer and print the slip. ${hasKeys ? 'The key ? shows all keys and this guide.' : 'Your account starts this guide again.'}`,
  },
})

/** One step, where it belongs. */
export function GuideNote({ at }: { at: Step }) {
  const { isOn, end } = useGuide()
  const place = useRef<HTMLElement>(null)
  useFirstEmpty(place, isOn && at === 2)
  useEffect(() => {
    if (!isOn) return undefined
    const { classList } = document.body
    classList.add(`guide-${at}`)
    return () => classList.remove(`guide-${at}`)
  }, [isOn, at])
  if (!isOn) return null
  const { title, text } = texts(matchMedia('(any-pointer: fine)').matches)[at]
  return (
    <section
      ref={place}
      aria-label={`Guide, step ${at} of 5`}
      aria-live="polite"
      data-guide={at}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line-strong bg-sunken px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">
          <span className="text-ink-3">{at} of 5</span> {title}
        </p>
        <p className="text-ink-2">{text}</p>
      </div>
      {at === 5 ? (
        <Button variant="primary" onClick={end}>
          Finish
        </Button>
      ) : (
        <button type="button" className="link -my-2 min-h-11" onClick={end}>
          End the guide
        </button>
      )}
    </section>
  )
}

/** Marks the first field of the form that is still empty; once all are filled, the button is next (guide.css). */
function useFirstEmpty(place: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!isOn || !form) return undefined
    const mark = () => {
      const fields = [...form.querySelectorAll('input')]
      const next = fields.find(({ value }) => value === '')
      for (const field of fields) field.toggleAttribute('data-guided', field === next)
    }
    // Typed, or filled by a button, which moves the focus.
    const events = ['input', 'focusin'] as const
    mark()
    for (const name of events) form.addEventListener(name, mark)
    return () => {
      for (const name of events) form.removeEventListener(name, mark)
      for (const field of form.querySelectorAll('[data-guided]')) field.removeAttribute('data-guided')
    }
  }, [place, isOn])
}

/** On the card of the first sale: from here on only the shift is left. */
export function GuideOnCard() {
  const { isOn, hasSold, sold } = useGuide()
  useEffect(() => {
    if (isOn && !hasSold) sold()
  })
  return <GuideNote at={4} />
}

/** On the page of the counter: the first or the last step, or the offer to start. */
export function GuideOnPage({ float }: { float: KnownFloat }) {
  const { isOn, hasSold, start, end } = useGuide()
  const [isDeclined, setDeclined] = useState(false)
  if (float === 0 && !hasSold) return <NoFloatYet />
  if (isOn) return <GuideNote at={hasSold ? 5 : 1} />
  if (isDeclined || memory.read().isDeclined) return null
  return (
    <section
      aria-label="Guide"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line-strong bg-sunken px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">New here?</p>
        <p className="text-ink-2">A guide of five steps leads you through your first sale, on this screen.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            end()
            setDeclined(true)
          }}
        >
          Not now
        </Button>
        <Button variant="primary" onClick={start}>
          Start the guide
        </Button>
      </div>
    </section>
  )
}

/** Nothing can be sold yet: the guide begins where every new cashier must. */
const NoFloatYet = () => (
  <section
    aria-label="Guide"
    className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line-strong bg-sunken px-4 py-3"
  >
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-semibold">You have no float yet</p>
      <p className="text-ink-2">
        Every sale is paid from your float, so nothing can be sold now. Ask for float: an Admin loads it.
      </p>
    </div>
    <Link className={buttonClass('primary')} to={ownFloat()}>
      Ask for float
    </Link>
  </section>
)
