// What visitors wrote from the home page: searched, read, and marked as answered. A second tab has the messages that we
// could not send. Everything that visitors wrote is shown as text.
import { contact, type ContactMessage, dashboard, type MessageState } from '@flexpower/contract'
import { useCallback, useState } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { useListWindow } from '../list/list-window.ts'
import { useListView, useUrlValue } from '../list/list-view.ts'
import { refusalText } from '../form/form-errors.ts'
import { Notice } from '../ui/Notice.tsx'
import { Tabs } from '../ui/tabs/Tabs.tsx'
import { toast } from '../ui/toast.ts'
import { MessagesTable } from './MessagesTable.tsx'
import { UnsentMessages } from './UnsentMessages.tsx'

const COUNT_MS = 60_000

export function MessagesPage() {
  const overview = useCall(dashboard.overview, {}, { pollMs: () => COUNT_MS })
  const [tab, setTab] = useUrlValue('tab')
  const showsUnsent = tab === 'unsent'
  return (
    <Tabs
      label="Messages"
      options={[
        { value: 'messages', label: 'Messages' },
        { value: 'unsent', label: 'Unsent messages', count: overview.data?.lettersGivenUp },
      ]}
      value={showsUnsent ? 'unsent' : 'messages'}
      onChange={(next) => setTab(next === 'messages' ? '' : next)}
    >
      {showsUnsent ? <UnsentMessages /> : <Messages />}
    </Tabs>
  )
}

function Messages() {
  const view = useListView()
  const list = useListWindow(contact.messages, {}, view)
  const { mark, failure } = useMark()
  return (
    <>
      {failure !== null && <Notice tone="danger" title={failure} />}
      <MessagesTable list={list} view={view} onMark={mark} />
    </>
  )
}

function useMark() {
  const refresh = useRefresh()
  const [failure, setFailure] = useState<string | null>(null)
  const mark = useCallback(
    async ({ id }: ContactMessage, state: MessageState) => {
      try {
        setFailure(null)
        const { message } = await call(contact.mark, { id, state })
        toast.success(message)
      } catch (error) {
        const text = refusalText(error, 'The message could not be marked. Please try again.')
        setFailure(text)
        toast.error(text)
      }
      refresh(contact.messages, dashboard.overview)
    },
    [refresh],
  )
  return { mark, failure }
}
