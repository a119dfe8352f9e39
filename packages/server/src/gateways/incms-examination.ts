// How one answer of the utility is examined: requested, tried with alternatives that sell nothing, read by the reader
// that sales use, and reported with the setting that would make it fit.
import { listChanges, listScopes } from './incms-alternatives.ts'
import { type AnswerName, type FieldProblem, firstRecord, learnNames } from './incms-field-names.ts'
import { type Answered, type Inspector, isBetter } from './incms-inspector.ts'
import { type Profile, renameFields } from './incms-profile.ts'
import { isUnknown, type Unknown } from './outcome.ts'

/** `not yet`: there was nothing to judge it by. */
export type Verdict = 'fits' | 'warning' | 'problem' | 'skipped' | 'not yet'

export interface Finding {
  /** One step, with the advice below it. */
  tell(verdict: Verdict, step: string, details?: readonly string[]): void
  /** What is missing but not needed, and what that means. */
  accept(sentence: string): void
}

/** A running check: the profile is the best one found so far. */
export interface Walk {
  inspector: Inspector
  report: Finding
  profile: Profile
}

export interface Question<T> {
  step: string
  put(inspector: Inspector, profile: Profile): Promise<Answered>
  answer: AnswerName
  read(body: unknown): T | Unknown | null
  /** Whether selling needs it. */
  isNeeded: boolean
  /** What else to try; another scope is always tried. */
  alternatives?(profile: Profile, answered: Answered): Profile[]
  /** False: an answer, but to another query. */
  isFound?(body: unknown): boolean
  summarize?(value: T): string
  /** Which settings it depends on, if no alternative worked. */
  advise(answered: Answered): string[]
}

export interface Examined<T> {
  /** Null: it cannot be read, which has been reported. */
  value: T | null
  /** As it came. */
  body: unknown
  /** The first record under our names; null: there was none. */
  record: Record<string, unknown> | null
}

const ROUNDS_MOST = 3
const TOO_MANY_REQUESTS = 429

/** Null: there is no answer, which has been reported. */
export async function examine<T>(walk: Walk, question: Question<T>): Promise<Examined<T> | null> {
  const before = walk.profile
  const first = await question.put(walk.inspector, before)
  const { profile, answered } = await findFitting(walk, question, first)
  const bad: Verdict = question.isNeeded ? 'problem' : 'warning'
  if (!isAnswer(question, answered)) {
    const further = listChanges(before, profile).map(capitalize)
    walk.report.tell(bad, `${question.step}: ${describeFailure(question, first)}.`, [
      ...further,
      ...(further.length > 0 ? [`That gets further, but then ${describeFailure(question, answered)}.`] : []),
      ...advise(question, answered),
    ])
    return null
  }
  const learned = learnNames(profile, question.answer, answered.body)
  walk.profile = learned.profile
  const told = renameFields(answered.body, learned.profile.fields)
  const read = question.read(told)
  const value = isUnknown(read) ? null : read
  const isMoved = answered !== first
  const details = [
    ...listChanges(before, learned.profile).map(capitalize),
    ...learned.problems.filter(({ is }) => is !== 'renamed').map(describeField),
  ]
  const reason = isUnknown(read) ? read.reason : 'the answer cannot be read'
  if (value === null) walk.report.tell(bad, `${question.step}: ${reason}.`, [...details, UNREADABLE])
  else {
    const hasNeed = isMoved || learned.problems.some(({ need }) => need === 'needed')
    const verdict = hasNeed ? bad : learned.problems.length > 0 ? 'warning' : 'fits'
    const happened = isMoved
      ? `${describeFailure(question, first)}. Other settings work`
      : (question.summarize?.(value) ?? 'as expected')
    walk.report.tell(verdict, `${question.step}: ${happened}.`, details)
  }
  return { value, body: answered.body, record: firstRecord(told) }
}

const UNREADABLE = 'If no field is named here, no setting helps: tell those who maintain FlexPower.'

interface Found {
  profile: Profile
  answered: Answered
}

/** Changes settings as long as that helps. */
async function findFitting<T>(walk: Walk, question: Question<T>, first: Answered): Promise<Found> {
  let best: Found = { profile: walk.profile, answered: first }
  for (let round = 0; round < ROUNDS_MOST && !isAnswer(question, best.answered); round += 1) {
    const better = await tryAll(walk, question, best)
    if (better === null) return best
    best = better
  }
  return best
}

async function tryAll<T>(walk: Walk, question: Question<T>, from: Found): Promise<Found | null> {
  let better: Found | null = null
  for (const profile of listAlternatives(question, from)) {
    const answered = await question.put(walk.inspector, profile)
    if (answered.status === TOO_MANY_REQUESTS) break
    if (isAnswer(question, answered)) return { profile, answered }
    if (isBetter(answered, (better ?? from).answered)) better = { profile, answered }
  }
  return better
}

function listAlternatives<T>(question: Question<T>, { profile, answered }: Found): Profile[] {
  if (answered.kind === 'no answer' || answered.status === TOO_MANY_REQUESTS) return []
  if (answered.kind === 'no access') return listScopes(profile)
  return question.alternatives?.(profile, answered) ?? []
}

const isAnswer = <T>(question: Question<T>, { kind, body }: Answered): boolean =>
  kind === 'answered' && (question.isFound?.(body) ?? true)

const describeFailure = <T>(question: Question<T>, answered: Answered): string =>
  answered.kind === 'answered' && !isAnswer(question, answered) ? 'nothing was found' : answered.what

function advise<T>(question: Question<T>, answered: Answered): string[] {
  if (answered.status === TOO_MANY_REQUESTS) return ['Wait some minutes, then run this again.']
  if (answered.kind === 'no access')
    return ['Ask the utility which scope this needs: FLEXPOWER_UTILITY_SCOPE. The known ones were tried.']
  return question.advise(answered)
}

const describeField = ({ field, is, need }: FieldProblem): string => {
  const what = need === 'needed' ? 'Selling needs it.' : 'It stays empty.'
  return is === 'unreadable'
    ? `The field ${field} cannot be read as what it should be. No setting changes that. ${what}`
    : `The field ${field} is missing. ${what} If the answer has it under another name, set fields.${field} to that name.`
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
