// The messages, newest first: who wrote, what, and the state of each.
import { type ContactMessage, type MessageState, messageStates } from '@flexpower/contract'
import { type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ListTable } from '../list/ListTable.tsx'
import { type Column, momentColumn } from '../list/columns.tsx'
import type { OwnListView } from '../list/list-view.ts'
import type { ListWindow } from '../list/list-window.ts'
import { handledText, replyLink } from './message-words.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

type Mark = (message: ContactMessage, state: MessageState) => Promise<void>

interface MessagesTableProps {
  list: ListWindow<ContactMessage>
  view: OwnListView
  onMark: Mark
}

export function MessagesTable({ list, view, onMark }: MessagesTableProps) {
  const columns = useMemo(() => buildColumns(onMark), [onMark])
  return (
    <ListTable
      caption="Messages"
      list={list}
      view={view}
      columns={columns}
      searchHint="Search by date, name, email, a word of the message, its state or who looked at it."
      failure="No message is lost. It is tried again automatically in a moment."
      empty={
        <EmptyState icon="mail" title="No messages yet">
          What visitors write under Contact Us on the home page is listed here, to be read and answered.
        </EmptyState>
      }
      file={{ name: 'messages' }}
    />
  )
}

export const buildColumns = (onMark: Mark): Column<ContactMessage>[] => [
  momentColumn,
  {
    id: 'name',
    header: 'From',
    kind: 'strong',
    mobile: 'title',
    cell: ({ name, email }) => (
      <div className="md:w-44">
        {name}{' '}
        <a className="link block text-sm font-normal wrap-anywhere max-md:py-1" href={replyLink(email)}>
          {email}
        </a>
      </div>
    ),
    file: { Name: ({ name }) => name, Email: ({ email }) => email },
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ name, message }) => <MessageText from={name}>{message}</MessageText>,
    file: ({ message }) => message,
  },
  {
    id: 'state',
    header: 'State',
    mobile: 'amount',
    cell: (message) => (
      <>
        <State {...message} /> <span className="cell-note">{handledText(message)}</span>
      </>
    ),
    file: { State: ({ state }) => messageStates[state], 'Looked at': handledText },
  },
  {
    id: 'action',
    header: 'Action',
    kind: 'action',
    cell: (message) => <Marks message={message} onMark={onMark} />,
  },
]

const TONES: Record<MessageState, BadgeTone> = { new: 'info', read: 'warning', answered: 'ok' }

const State = ({ state }: ContactMessage) => <Badge tone={TONES[state]}>{messageStates[state]}</Badge>

/** The states it can get next; the last one undoes a mark. */
const NEXT: Record<MessageState, readonly MessageState[]> = {
  new: ['read', 'answered'],
  read: ['answered'],
  answered: ['read'],
}
const MARKS: Record<MessageState, string> = { new: 'New', read: 'Mark read', answered: 'Mark answered' }

const Marks = ({ message, onMark }: { message: ContactMessage; onMark: Mark }) => (
  <span className="inline-flex gap-1 max-md:flex-wrap in-[.card-actions]:m-3 in-[.is-action]:-my-1">
    {NEXT[message.state].map((state) => (
      <Button
        key={state}
        aria-label={`${MARKS[state]}: ${message.name}`}
        onClick={() => void onMark(message, state)}
      >
        {MARKS[state]}
      </Button>
    ))}
  </span>
)

/**
 * What a visitor wrote: the first lines, and all of it on request, so that a long message does not push the others out
 * of view.
 */
interface MessageTextProps {
  /** The sender: distinguishes its button from those of other messages. */
  from: string
  children: string
}

export function MessageText({ from, children }: MessageTextProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, isCut] = useIsCut(isOpen)
  const toggle = () => {
    setOpen(!isOpen)
    // At the end of a long message the user is far below it when it closes.
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

/** Whether an element hides part of its text at its current width. While it is open: whether it did before. */
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
