// Executes the Dockerfile without a container engine, for its test: each stage is a folder in place of /, COPY copies,
// RUN runs there. Packages are not downloaded: those that the step would install are linked from this project.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

interface Instruction {
  name: string
  rest: string
}

export interface Image {
  /** In place of the image's root. */
  root: string
  environment: Record<string, string>
  workdir: string
  user: string
  command: string[]
  health: string
}

export function readInstructions(dockerfile: string): Instruction[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
      return { name, rest }
    })
}

/** Builds every stage in order; returns the last one, which is the image. */
export function buildImage(project: string, folder: string, files: readonly string[]): Image {
  const stages = new Map<string, Image>()
  let image: Image | null = null
  for (const { name, rest } of readInstructions(readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'image'
      image = {
        root: join(folder, stage),
        environment: {},
        workdir: '/',
        user: 'root',
        command: [],
        health: '',
      }
      mkdirSync(image.root, { recursive: true })
      stages.set(stage, image)
      continue
    }
    if (!image) throw new Error('a Dockerfile begins with FROM')
    execute(name, rest, { image, stages, project, files })
  }
  if (!image) throw new Error('the Dockerfile is empty')
  return image
}

interface Build {
  image: Image
  stages: ReadonlyMap<string, Image>
  project: string
  files: readonly string[]
}

function execute(name: string, rest: string, build: Build): void {
  const { image } = build
  switch (name) {
    case 'WORKDIR':
      image.workdir = rest
      mkdirSync(join(image.root, rest), { recursive: true })
      return
    case 'ENV':
      for (const word of rest.split(' '))
        image.environment[word.split('=')[0] ?? ''] = word.split('=')[1] ?? ''
      return
    case 'COPY':
      return copy(rest.split(' '), build)
    case 'RUN':
      return run(rest, build)
    case 'USER':
      image.user = rest
      return
    case 'CMD':
      image.command = JSON.parse(rest) as string[]
      return
    case 'HEALTHCHECK':
      image.health = rest
      return
    case 'VOLUME':
    case 'EXPOSE':
    case 'STOPSIGNAL':
      return
    default:
      throw new Error(`the test of the Dockerfile does not know ${name}`)
  }
}

/** From the project only what git would give: neither what is ignored nor what is installed. */
function copy(words: string[], { image, stages, project, files }: Build): void {
  const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
  const sources = words.slice(from ? 1 : 0, -1)
  const target = join(image.root, image.workdir, words.at(-1) ?? '')
  for (const source of sources) {
    const origin = from ? join(stages.get(from)?.root ?? '', source) : join(project, source)
    const isFolder = statSync(origin).isDirectory()
    const place = isFolder ? target : join(target, basename(source))
    if (from || !isFolder) cpSync(origin, place, { recursive: true, verbatimSymlinks: true })
    else
      for (const file of files.filter((path) => path.startsWith(`${source}/`)))
        cpSync(join(project, file), join(place, file.slice(source.length + 1)))
  }
}

function run(command: string, { image, project }: Build): void {
  const cwd = join(image.root, image.workdir)
  if (command.startsWith('npm ci ')) return linkPackages(command, cwd, project)
  // Files of the image are in the folder, and there is one user.
  const here = command.replaceAll(/ \/(data)\b/g, ` ${image.root}/$1`).replace(/ && chown \S+ \S+/, '')
  if (here.includes('build.ts')) takeBuilt(cwd, project)
  execFileSync('sh', ['-euc', here], {
    cwd,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...image.environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The build then finds that it is up to date, if it is; otherwise it builds. */
function takeBuilt(cwd: string, project: string): void {
  const dist = join(project, 'packages/web/dist')
  if (existsSync(dist)) cpSync(dist, join(cwd, 'packages/web/dist'), { recursive: true })
}

interface Locked {
  packages: Record<
    string,
    {
      link?: boolean
      resolved?: string
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
  >
}

/** Those that npm would install for the named workspaces, or for all: with what they need, by the lock file. */
function linkPackages(command: string, cwd: string, project: string): void {
  const named = [...command.matchAll(/--workspace (\S+)/g)].map(([, workspace = '']) => workspace)
  const { packages } = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as Locked
  const all = Object.keys(packages).filter((path) => /^packages\/\w+$/.test(path))
  const wanted = new Set<string>()
  const add = (place: string) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = find(name, place, packages)
      if (found === null || wanted.has(found)) continue
      wanted.add(found)
      add(packages[found]?.link ? (packages[found].resolved ?? '') : found)
    }
  }
  for (const place of named.length > 0 ? named : ['', ...all]) add(place)
  // A package inside another one comes with it.
  for (const place of [...wanted].filter(
    (path) => path.startsWith('node_modules/') && path.split('node_modules/').length === 2,
  ))
    link(place, packages[place]?.link ? packages[place].resolved : undefined, cwd, project)
}

function find(name: string, from: string, packages: Locked['packages']): string | null {
  for (let place = from; ; place = place.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, '')) {
    const found = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (packages[found]) return found
    if (place === '') return null
  }
}

function link(place: string, workspace: string | undefined, cwd: string, project: string): void {
  const target = workspace === undefined ? join(project, place) : join(cwd, workspace)
  // Those of other machines are in the lock file, and not installed.
  if (!existsSync(target)) return
  mkdirSync(dirname(join(cwd, place)), { recursive: true })
  symlinkSync(workspace === undefined ? target : `../../${workspace}`, join(cwd, place))
}
