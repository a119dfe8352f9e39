// Runs `npm run admin` for tests, as a process of its own and without the settings of whoever runs them.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { nodeEnvironment } from './node-flags.ts'

export interface Ended {
  code: number
  said: string
}

export const runAdmin = (settings: Record<string, string>, ...given: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: '', USER: 'awa', ...nodeEnvironment, ...settings }
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'admin.ts'), ...given],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: (stdout + stderr).trim() }),
    )
  })
