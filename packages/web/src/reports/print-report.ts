// The report in a window of its own, as wide as a sheet. Must be called in the click itself, or the browser blocks it.
import { createElement } from 'react'
import { printIn } from '../lib/print.ts'
import { RevenueSheet, type RevenueSheetProps } from './RevenueSheet.tsx'

/** False when the browser blocked the window. */
export function printReport(given: RevenueSheetProps): boolean {
  const target = window.open('', '_blank', 'popup,width=820,height=960')
  if (target === null) return false
  const { from, to } = given.asked
  void printIn(target, `Revenue report ${from} ${to}`, createElement(RevenueSheet, given))
  return true
}
