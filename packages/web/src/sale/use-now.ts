// The time, told again every second, for what runs on a screen: a wait, an age.
import { useEffect, useState } from 'react'
import { now } from '../lib/clock.ts'

const TICK_MS = 1000

export function useNow(): Date {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return time
}
