// Which files name another one: they import it, start it or read it from the disk.
import { dirname, join } from 'node:path'

/** The paths that the texts of a file may mean, relative to the project: from its folder, and from the project's. */
export function listNamed(path: string, source: string): string[] {
  return [...source.matchAll(/(['"`])([\w@.-]*[./][\w@./-]*)\1/g)].flatMap(([, , text = '']) => {
    const named = text.replace(/\/$/, '')
    // A folder is named by its path: a single word may mean anything.
    return /\w/.test(named) ? [join(dirname(path), named), join(named)] : []
  })
}

/** Those of the files that name one of these paths, or a folder above it. */
export function listNaming(paths: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const wanted = new Set(paths.flatMap((path) => [path, ...listFolders(path)]))
  return [...sources].flatMap(([path, source]) =>
    listNamed(path, source).some((named) => wanted.has(named)) ? [path] : [],
  )
}

function listFolders(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...listFolders(folder)]
}
