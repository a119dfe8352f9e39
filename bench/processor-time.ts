// Processor time from /proc: of a process with all its children, including those that have ended.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

interface Stat {
  parent: number
  own: number
  ended: number
}

function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain blanks; what follows it does not.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (place) => fields[place] ?? 0,
    )
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return null
  }
}

export function secondsOfFamily(pid: number): number {
  const main = readStat(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks =
    (main?.own ?? 0) + (main?.ended ?? 0) + children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0)
  return ticks / TICKS_A_SECOND
}
