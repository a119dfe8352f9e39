// A card for the customer to keep: the meter number, large, and as a picture that a counter's scanner reads in place of
// typing. For rolls of 58 and 80 mm, and for A6.
import type { ElectricitySale } from '@flexpower/contract'
import { site } from '../../../api/site.ts'
import { openPrintWindow } from '../../../layout/print-window.ts'
import { printIn } from '../../../lib/print.ts'
import { Button } from '../../../ui/Button.tsx'
import { QrPicture } from '../../../ui/receipt/QrPicture.tsx'
import { toast } from '../../../ui/toast.ts'
import './meter-card.css'

type Carded = Pick<ElectricitySale, 'meter' | 'customerName'>

export function MeterCardButton({ sale }: { sale: Carded }) {
  function print(): void {
    const target = openPrintWindow()
    if (target === null)
      toast.error('The browser blocked the print window. Allow pop-ups for this site and try again.')
    else void printIn(target, `Meter ${sale.meter}`, <MeterCard sale={sale} />)
  }
  return (
    <Button icon="qr" onClick={print}>
      Meter card
    </Button>
  )
}

const MeterCard = ({ sale: { meter, customerName } }: { sale: Carded }) => (
  <article className="meter-card" aria-label="Meter card">
    <h1>{site.productName}</h1>
    <p>Show this card to buy cash power.</p>
    <QrPicture text={meter} title={`Meter ${meter}`} className="meter-card-picture" />
    <p className="meter-card-number">{meter}</p>
    <p className="meter-card-name">{customerName}</p>
    <p>{site.phones.join(' · ')}</p>
  </article>
)
