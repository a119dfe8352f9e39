// The printer of this browser: how it is connected, its paper, and what it does after a sale. Every change is stored at
// once, for everybody who uses this browser.
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { CheckboxField } from '../ui/form/Field.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { describeFailure, PrinterFailure, type PrintProblem } from './later/describe-failure.ts'
import { isRaw, loadRaw, printPaper } from './later/print-paper.tsx'
import {
  BAUD_RATES,
  type Connection,
  CONNECTIONS,
  PAPERS,
  type PrinterSettings,
  readSettings,
  saveSettings,
} from './later/settings.ts'

const connectionWords: Record<Connection, { label: string; note: string; api: string | null }> = {
  dialog: {
    label: 'Print dialog',
    note: 'Any printer of this device. The browser asks at every print.',
    api: null,
  },
  usb: { label: 'USB', note: 'A receipt printer at a USB socket.', api: 'usb' },
  serial: { label: 'Serial port', note: 'A receipt printer at a COM port.', api: 'serial' },
  bluetooth: { label: 'Bluetooth', note: 'A portable receipt printer near you.', api: 'bluetooth' },
}

const isOffered = (connection: Connection): boolean => {
  const { api } = connectionWords[connection]
  return api === null || api in navigator
}

export function PrinterPage() {
  const [settings, setSettings] = useState<PrinterSettings | null>(null)
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    let isHere = true
    void readSettings().then((read) => isHere && setSettings(read))
    return () => {
      isHere = false
    }
  }, [])
  if (settings === null) return null
  function change(changed: Partial<PrinterSettings>): void {
    setSettings((before) => {
      const next = before && { ...before, ...changed }
      if (next) void saveSettings(next).then(setKept)
      return next
    })
  }
  return (
    <>
      {!isKept && (
        <Notice tone="warning" title="This browser does not keep the settings">
          They apply until the page is closed. Allow this site to store data, and choose again.
        </Notice>
      )}
      <Panel title="Connection">
        <div className="grid max-w-180 gap-4">
          <ChoiceField
            label="How receipts are printed in this browser"
            options={CONNECTIONS.map((value) => ({
              value,
              label: connectionWords[value].label,
              note: isOffered(value)
                ? connectionWords[value].note
                : 'Not in this browser. Use Chrome or Edge.',
            }))}
            chosen={settings.connection}
            onChange={({ target }) =>
              change({ connection: target.value as Connection, known: null, isAutomatic: false })
            }
          />
          {isRaw(settings) && <ChosenPrinter settings={settings} onChange={change} />}
        </div>
      </Panel>
      {isRaw(settings) && <PaperPanel settings={settings} onChange={change} />}
      <TestPanel settings={settings} />
    </>
  )
}

interface PartProps {
  settings: PrinterSettings
  onChange: (changed: Partial<PrinterSettings>) => void
}

function ChosenPrinter({ settings, onChange }: PartProps) {
  const { problem, isBusy, run } = useAttempt()
  const { known, connection, baudRate } = settings
  return (
    <>
      {connection === 'serial' && (
        <SelectField
          label="Speed"
          hint="As the printer is set; most have 9600."
          value={String(baudRate)}
          onChange={({ target }) => onChange({ baudRate: Number(target.value) })}
          options={BAUD_RATES.map((rate) => ({ value: String(rate), label: `${rate} baud` }))}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p>
          {known === null ? (
            'No printer is chosen yet.'
          ) : (
            <>
              Printer: <b className="font-semibold">{known.name}</b>
            </>
          )}
        </p>
        <Button
          variant={known === null ? 'primary' : 'secondary'}
          busy={isBusy}
          onClick={() =>
            run(async () => onChange({ known: await (await loadRaw()).choosePrinter(settings) }))
          }
        >
          {known === null ? 'Choose printer' : 'Choose another printer'}
        </Button>
      </div>
      <Problem problem={problem} />
    </>
  )
}

const PaperPanel = ({ settings, onChange }: PartProps) => (
  <Panel title="Paper">
    <div className="grid max-w-180 gap-4">
      <div className="pair">
        <SelectField
          label="Paper width"
          value={String(settings.columns)}
          onChange={({ target }) => {
            const paper = PAPERS.find(({ columns }) => String(columns) === target.value)
            if (paper) onChange({ columns: paper.columns })
          }}
          options={PAPERS.map(({ columns, title }) => ({ value: String(columns), label: title }))}
        />
        <SelectField
          label="Code page"
          hint="If é and ç come out wrong, choose the other one."
          value={settings.codePage}
          onChange={({ target }) => onChange({ codePage: target.value === 'cp850' ? 'cp850' : 'cp437' })}
          options={[
            { value: 'cp437', label: '437' },
            { value: 'cp850', label: '850' },
          ]}
        />
      </div>
      <CheckboxField
        label="The printer cuts the paper"
        checked={settings.hasCutter}
        onChange={({ target }) => onChange({ hasCutter: target.checked })}
      />
      <CheckboxField
        label="A cash drawer is connected to the printer"
        hint="It opens for the receipt of a sale, not for a copy, and for cash in and out of a shift."
        checked={settings.hasDrawer}
        onChange={({ target }) => onChange({ hasDrawer: target.checked })}
      />
      <CheckboxField
        label="Print every receipt when its sale is confirmed"
        checked={settings.isAutomatic}
        onChange={({ target }) => onChange({ isAutomatic: target.checked })}
      />
    </div>
  </Panel>
)

function TestPanel({ settings }: { settings: PrinterSettings }) {
  const { problem, isBusy, done, run } = useAttempt()
  const title = isRaw(settings) ? 'Sent to the printer' : 'Left to the print dialog'
  const printed = { title, text: 'Compare the paper with what it says.' }
  return (
    <Panel title="Test">
      <div className="grid max-w-180 gap-4">
        <p className="text-ink-2">
          The test page shows all that receipts use. It is no receipt, and nothing is counted.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button icon="print" busy={isBusy} onClick={() => run(() => printTestPage(settings), printed)}>
            Print test page
          </Button>
          {isRaw(settings) && settings.hasDrawer && (
            <Button
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await (await loadRaw()).openDrawerRaw(settings, true)
                }, OPENED)
              }
            >
              Open drawer
            </Button>
          )}
        </div>
        <Problem problem={problem} />
        {done !== null && (
          <Notice tone="ok" title={done.title}>
            {done.text}
          </Notice>
        )}
      </div>
    </Panel>
  )
}

/** A problem is returned or thrown, depending on who found it. */
async function printTestPage(settings: PrinterSettings): Promise<PrintProblem | null> {
  const { describeTestPage } = await import('./raw/test-page.ts')
  return printPaper(settings, 'pressed', async () => ({
    paper: describeTestPage(settings.known?.name ?? 'Print dialog'),
    opensDrawer: false,
  }))
}

const OPENED = { title: 'Sent to the printer', text: 'Look whether the drawer is open.' }

type Work = () => Promise<PrintProblem | null | void>

/** `done`: what to say about the last attempt, if it worked. */
function useAttempt() {
  const [problem, setProblem] = useState<PrintProblem | null>(null)
  const [done, setDone] = useState<PrintProblem | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function attempt(work: Work, ifDone: PrintProblem | null): Promise<void> {
    setBusy(true)
    setProblem(null)
    setDone(null)
    try {
      const told = (await work()) ?? null
      setProblem(told)
      setDone(told === null ? ifDone : null)
    } catch (error) {
      setProblem(describeFailure(error instanceof PrinterFailure ? error.kind : 'silent'))
    } finally {
      setBusy(false)
    }
  }
  return {
    problem,
    isBusy,
    done,
    run: (work: Work, ifDone: PrintProblem | null = null) => void attempt(work, ifDone),
  }
}

const Problem = ({ problem }: { problem: PrintProblem | null }) =>
  problem && (
    <Notice tone="warning" title={problem.title}>
      {problem.text}
    </Notice>
  )
