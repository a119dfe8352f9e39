// Credit Agents (CR-01 to CR-03): loads float for an agent with a bank slip, and lists all loads so far, of everyone or
// of one agent.
import { type Bututs, type Credit, credits, formatGmd, users } from '@flexpower/contract'
import { useCallback, useMemo, useState } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { useListWindow } from '../list/list-window.ts'
import { useListView, useUrlValue } from '../list/list-view.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CallCard } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { SelectOption } from '../ui/form/SelectField.tsx'
import { AgentHistory } from './AgentHistory.tsx'
import { kindText } from '../floats/float-kinds.ts'
import { CreditDialog, type Loaded } from './CreditDialog.tsx'
import { CreditsTable } from './CreditsTable.tsx'
import { FloatRequests } from '../floats/FloatRequests.tsx'
import { CorrectionDialog } from '../floats/move-dialogs.tsx'
import { WaitingMoves } from '../floats/WaitingMoves.tsx'
import { WaitingLoads } from './WaitingLoads.tsx'

type Outcome =
  | { kind: 'loaded'; agentName: string; type: Credit['kind']; amount: Bututs; floatAfter: Bututs }
  | { kind: 'waiting'; message: string }

export function CreditsPage() {
  const [agentText, setAgent] = useUrlValue('agent')
  const agent = /^[1-9]\d{0,14}$/.test(agentText) ? Number(agentText) : null
  const view = useListView()
  const list = useListWindow(credits.list, agent === null ? {} : { agent }, view)
  const [isAdding, setAdding] = useState(false)
  const [corrected, setCorrected] = useState<Credit | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const agents = useAgents()
  const readName = (id: number) => agents.find(({ value }) => value === String(id))?.label ?? `agent ${id}`
  const add = useCallback(() => setAdding(true), [])
  return (
    <>
      <div className="grid w-88 max-md:w-full">
        <CallCard title="Load Credit History" note="Load float against a bank slip" onClick={add} />
      </div>
      <OutcomeNotice outcome={outcome} onDismiss={() => setOutcome(null)} />
      <FloatRequests />
      <WaitingMoves />
      <WaitingLoads
        onDeclined={() => setOutcome(null)}
        onConfirmed={({ agentName, kind, amount }, { floatAfter }) =>
          setOutcome({ kind: 'loaded', agentName, type: kind, amount, floatAfter })
        }
      />
      {agent !== null && <AgentHistory agent={agent} name={readName(agent)} onAll={() => setAgent('')} />}
      <CreditsTable
        list={list}
        view={view}
        agents={agents}
        agent={agent}
        onAgent={setAgent}
        onCorrect={setCorrected}
        empty={<NoCredits name={agent === null ? null : readName(agent)} onAdd={add} />}
      />
      {corrected !== null && <CorrectionDialog load={corrected} onClose={() => setCorrected(null)} />}
      {isAdding && (
        <CreditDialog
          agent={agent === null ? '' : String(agent)}
          onClose={() => setAdding(false)}
          onLoaded={(load) => {
            setAdding(false)
            setOutcome(describeOutcome(load))
          }}
        />
      )}
    </>
  )
}

function describeOutcome({ agentName, checked, answer: { state, message, floatAfter } }: Loaded): Outcome {
  if (state === 'waiting' || floatAfter === null) return { kind: 'waiting', message }
  const [type, amount] = [checked.kind, checked.amount]
  return { kind: 'loaded', agentName, type, amount, floatAfter }
}

/** Includes agents who have left, because their loads are still here. */
function useAgents(): readonly SelectOption[] {
  const { data } = useCall(users.cashiers, {})
  return useMemo(() => data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [], [data])
}

/** The outcome of a load stays until it is dismissed; the toast only repeats it. */
function OutcomeNotice({ outcome, onDismiss }: { outcome: Outcome | null; onDismiss: () => void }) {
  if (outcome === null) return null
  const dismiss = <IconButton icon="close" size={16} label="Dismiss" className="-my-2" onClick={onDismiss} />
  return outcome.kind === 'waiting' ? (
    <Notice tone="warning" title={outcome.message} action={dismiss}>
      It is listed below until another Admin confirms or declines it.
    </Notice>
  ) : (
    <Notice
      tone="ok"
      title={`${formatGmd(outcome.amount)} ${kindText(outcome.type)} loaded for ${outcome.agentName}`}
      action={dismiss}
    >
      New balance: <b className="inline!">{formatGmd(outcome.floatAfter)}</b>
    </Notice>
  )
}

function NoCredits({ name, onAdd }: { name: string | null; onAdd: () => void }) {
  return (
    <EmptyState
      icon="coins"
      title={name === null ? 'No credit has been loaded yet' : `No credit has been loaded for ${name} yet`}
      action={<Button onClick={onAdd}>Add New Credit</Button>}
    >
      When an agent has paid in at the bank, load the amount against the slip. The agent can sell from it
      immediately.
    </EmptyState>
  )
}
