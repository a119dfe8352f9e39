// The TypeScript declarations of packages.mjs (for tests); that file itself must stay plain JavaScript.
export interface Machine {
  os: string
  cpu: string
  libc: string
  hasRecentNode: boolean
}

/** A package as package-lock.json describes it. */
export interface Entry {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  bin?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export declare function describeMachine(hasRecentNode: boolean): Machine
export declare function findPath(entries: Record<string, Entry>, from: string, name: string): string | null
export declare function choosePackages(
  entries: Record<string, Entry>,
  machine: Machine,
  withTools: boolean,
): Array<Entry & { path: string; name: string }>
export declare function installPackages(options: {
  root: string
  registry: string
  machine: Machine
  withTools: boolean
  onBuildable?: () => void
}): Promise<void>
