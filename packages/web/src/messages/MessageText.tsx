// What a visitor wrote: its first lines, and all of it on request, so that a long message pushes no other out of sight.
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'

interface MessageTextProps {
  /** Who wrote it: tells its button from those of other messages. */
  from: string
  children: string
}

export function MessageText({ from, children }: MessageTextProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, isCut] = useIsCut(isOpen)
  const toggle = () => {
    setOpen(!isOpen)
    // Whoever has read to the end of a long message is far below it when it closes.
    if (isOpen) requestAnimationFrame(() => text.current?.scrollIntoView({ block: 'nearest' }))
  }
  const label = isOpen ? 'Show less' : 'Show all'
  return (
    <div className="min-w-80 text-left max-md:min-w-0">
      <p ref={text} id={id} className={`wrap-anywhere whitespace-pre-wrap ${isOpen ? '' : 'line-clamp-5'}`}>
        {children}
      </p>
      {isCut && (
        <Button
          variant="ghost"
          className="-mb-1 -ml-4"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${label}: ${from}`}
          onClick={toggle}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

/** Whether an element hides a part of its text, at whatever width it is drawn; while it is open, whether it did before. */
function useIsCut(isOpen: boolean): [RefObject<HTMLParagraphElement | null>, boolean] {
  const place = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null || isOpen) return undefined
    const look = () => setCut(element.scrollHeight > element.clientHeight)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return [place, isCut]
}
