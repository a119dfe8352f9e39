// A search input that keeps its own text and reports the term when typing pauses. Enter and clearing report it at once.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'

/** T-03, C-04. */
export const SEARCH_DEBOUNCE_MS = 400

export interface SearchBoxProps {
  onSearch: (term: string) => void
  /** The accessible name. Sighted users have the icon and the placeholder. */
  label?: string | undefined
  placeholder?: string | undefined
  /** The active term. When something else changes it, such as a link, the box shows the new one. */
  defaultValue?: string | undefined
}

export function SearchBox(props: SearchBoxProps) {
  const { onSearch, label = 'Search', placeholder = 'Search', defaultValue = '' } = props
  const id = useId()
  const [text, setText] = useState(defaultValue)
  const input = useRef<HTMLInputElement>(null)
  const { tellNow, tellSoon } = useRestingCall(onSearch, defaultValue, setText)

  function change(next: string) {
    setText(next)
    if (next === '') tellNow(next)
    else tellSoon(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      event.preventDefault()
      tellNow(text)
    }
    // Only a filled box handles Escape; an empty one leaves it to the modal around it.
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      event.stopPropagation()
      change('')
    }
  }

  return (
    <search className="field-box search-box">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        ref={input}
        className="input"
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text !== '' && (
        <IconButton
          className="search-clear"
          icon="close"
          size={16}
          label="Clear search"
          onClick={() => {
            change('')
            input.current?.focus()
          }}
        />
      )}
    </search>
  )
}

// Calls once after the last change, and never twice with the same term. A term that was changed from outside goes to
// `take`.
function useRestingCall(call: (term: string) => void, inForce: string, take: (term: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const told = useRef(inForce)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (inForce === told.current) return
    clearTimeout(timer.current)
    told.current = inForce
    take(inForce)
  }, [inForce, take])

  function tellNow(term: string) {
    clearTimeout(timer.current)
    if (term === told.current) return
    told.current = term
    call(term)
  }
  function tellSoon(term: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tellNow(term), SEARCH_DEBOUNCE_MS)
  }
  return { tellNow, tellSoon }
}
