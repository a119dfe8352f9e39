// The progress of something that takes more than a moment: text first, then the bar.
import { useId } from 'react'

export interface ProgressProps {
  label: string
  /** 0 to 100; null if only known to be running. */
  percent: number | null
}

/** The browsers' own bars look different, and none can use our colours. */
const BAR =
  'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken indeterminate:animate-pulse indeterminate:bg-primary-soft [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary'

export function Progress({ label, percent }: ProgressProps) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="flex justify-between gap-4 font-medium">
        <span>{label}</span>
        {percent !== null && <span className="text-ink-2">{percent} %</span>}
      </label>
      <progress id={id} className={BAR} max={100} {...(percent !== null && { value: percent })} />
    </div>
  )
}
