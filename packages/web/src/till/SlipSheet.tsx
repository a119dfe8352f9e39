// A slip on the screen, as it is on paper.
import type { TillSession } from '@flexpower/contract'
import { Receipt } from '../ui/receipt/Receipt.tsx'
import { describeSlip } from './describe-slip.ts'

export const SlipSheet = ({ session }: { session: TillSession }) => <Receipt paper={describeSlip(session)} />
