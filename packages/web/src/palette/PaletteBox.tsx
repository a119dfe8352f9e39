// The palette's input and the list under it, as a combobox: the focus stays in the input, the arrow keys move through
// the list.
import { type KeyboardEvent, useId, useState } from 'react'
import { Link } from '../router/hooks.tsx'
import { ownArea } from '../api/session.ts'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Choice } from './choices.ts'
import { Choices, optionId } from './Choices.tsx'
import { readSearchWords } from './matching.ts'
import { boxNames, describeOutcome, needsMore } from './outcome-words.ts'
import { useActive, useChoices, useChoose, useChooseSoon } from './use-choices.ts'
import type { Found } from './use-choices.ts'

export interface PaletteProps {
  /** What was typed while this code was loading, Enter included. */
  typed: string
  onClose: () => void
}

export function PaletteBox({ typed, onClose }: PaletteProps) {
  const [text, setText] = useState(() => typed.replaceAll('\n', ''))
  const listId = useId()
  const { groups, found } = useChoices(text)
  const choices = groups.flatMap((group) => group.choices)
  const [active, setActive] = useActive(choices, (choice) => optionId(listId, choice))
  const choose = useChoose(onClose)
  const chooseSoon = useChooseSoon(text, typed.endsWith('\n'), active, choose)
  const label = boxNames[ownArea()]

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(choices.at((choices.indexOf(active as Choice) + step) % choices.length))
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (active) choose(active)
      else chooseSoon()
    }
  }

  return (
    <div className="relative flex max-h-[min(76dvh,34rem)] flex-col overflow-hidden rounded-lg bg-raised shadow">
      <div className="flex flex-none items-center gap-3 border-b border-line pr-1 pl-4 focus-within:border-primary">
        <Icon name="search" className="text-ink-3" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active)}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(undefined)
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3"
        />
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <Choices id={listId} groups={groups} active={active} onPoint={setActive} onChoose={choose} />
      <Outcome text={text} found={found} count={choices.length} onLeave={onClose} />
    </div>
  )
}

interface OutcomeProps {
  text: string
  found: Found
  count: number
  onLeave: () => void
}

/** What the list does not say: that it is loading, failed, or is empty. Announced as it changes. */
function Outcome({ text, found, count, onLeave }: OutcomeProps) {
  const area = ownArea()
  const { state } = found
  const isQuiet = count > 0 && (state === 'idle' || state === 'done')
  const words = readSearchWords(text) ?? text
  return (
    <output className={isQuiet ? 'sr-only' : 'flex-none px-5 py-4 text-ink-2'}>
      {describeOutcome(text, found, count, area)}
      {needsMore(found, area) && (
        <Elsewhere to={`${paths.cashier.receipts}?${new URLSearchParams({ q: words })}`} onFollow={onLeave}>
          Go on under Receipts
        </Elsewhere>
      )}
      {/* The archive is an Admin's. The same text is in list/Narrowed.tsx; shared, it would be in every first load. */}
      {area === 'admin' && state === 'done' && count === 0 && (
        <Elsewhere
          to={`${paths.admin.cleanup}?${new URLSearchParams({ search: words })}`}
          onFollow={onLeave}
          before="Older sales may be "
        >
          in the archive
        </Elsewhere>
      )}
    </output>
  )
}

interface ElsewhereProps {
  to: string
  onFollow: () => void
  before?: string
  children: string
}

const Elsewhere = ({ to, onFollow, before, children }: ElsewhereProps) => (
  <span className="block">
    {before}
    <Link className="link" to={to} onClick={onFollow}>
      {children}
    </Link>
    .
  </span>
)
