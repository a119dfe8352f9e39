// `npm run utility -- check`: sends the queries that selling depends on to the configured utility, and reports what
// fits, what does not, and which setting would change that. It sells nothing.
import { type Bututs, bututs, formatGmd } from '@flexpower/contract'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { UtilityAccess } from '../config/access.ts'
import { readToken } from './access-tokens.ts'
import { listPlaces, type Proposal, proposeSettings } from './incms-alternatives.ts'
import { readVendorInfo } from './incms-answers.ts'
import { type Check, checkCustomer, checkReference, checkSale, checkShift } from './incms-check-steps.ts'
import { examine, type Finding } from './incms-examination.ts'
import { type Answered, createInspector } from './incms-inspector.ts'
import { resolveProfile } from './incms-profile.ts'

export const CHECK_AMOUNT = bututs(10_000)

export interface CheckOptions {
  access: UtilityAccess
  /** Of a willing customer; without it, not everything can be checked. */
  meter: string | null
  amount: Bututs
  say(line: string): void
  clock?: Clock
}

export interface CheckResult {
  /** Everything that selling needs fits the configuration as it is. */
  fits: boolean
  /** Null: the settings need no change. */
  proposal: Proposal | null
}

export async function checkUtility(options: CheckOptions): Promise<CheckResult> {
  const { access, meter, amount, clock = systemClock } = options
  const inspector = createInspector(access)
  const say = (line: string) => options.say(inspector.clean(line))
  const { report, end } = createReport(say)
  const check: Check = { inspector, report, profile: resolveProfile(access), now: clock.now(), amount }
  say(`Checking ${access.url} as vendor ${access.vendorId}, user ${access.vendorUser}. Nothing is sold.`)
  say('A login may end the access token of running servers. They replace it by themselves.')
  say('')
  try {
    if ((await checkLogin(check)) && (await checkVendor(check))) await checkAnswers(check, meter)
    else report.tell('skipped', 'Everything else: it needs what failed above.')
    return end(proposeSettings(access, check.profile))
  } finally {
    await inspector.close()
  }
}

function createReport(say: (line: string) => void) {
  const told: Record<string, number> = {}
  const accepted = new Set<string>()
  const report: Finding = {
    tell(verdict, step, details = []) {
      told[verdict] = (told[verdict] ?? 0) + 1
      say(`${verdict.padEnd(8)} ${step}`)
      for (const detail of details) say(`         ${detail}`)
    },
    accept: (sentence) => void accepted.add(sentence),
  }
  const end = (proposal: Proposal | null): CheckResult => {
    const { problem = 0, skipped = 0, warning = 0 } = told
    const fits = problem === 0 && skipped === 0
    if (accepted.size > 0) say('\nDifferent from other utilities; FlexPower works with it:')
    for (const sentence of accepted) say(`- ${sentence}`)
    if (proposal) tellProposal(proposal, say)
    const kept = warning === 0 ? '' : ` Warnings: ${warning}.`
    const later = told['not yet']
      ? ' Run this again after the first sale, for what has no sale to show yet.'
      : ''
    if (fits) say(`\nEverything that selling needs fits.${kept}${later}`)
    else if (problem === 0) say('\nNot everything was checked: see the skipped steps.')
    else
      say(
        `\nNot ready to sell. Problems: ${problem}.${kept}${proposal ? ' Apply the settings, then run this again.' : ''}`,
      )
    return { fits, proposal }
  }
  return { report, end }
}

function tellProposal({ env, file }: Proposal, say: (line: string) => void): void {
  say('\nProposed settings:')
  for (const [name, value] of Object.entries(env))
    say(`${name}=${value.includes(' ') ? `"${value}"` : value}`)
  if (file === null) return
  say('FLEXPOWER_UTILITY_PROFILE=utility.json, the path of a file with this content:')
  say(JSON.stringify(file, null, 2))
  if ('fields' in file)
    say('The names of fields are guesses. Compare them with the documentation of the utility.')
}

const checkLogin = async (check: Check): Promise<boolean> => {
  const login = await examine(check, {
    step: 'Login',
    put: (inspector, profile) => inspector.logIn(profile),
    answer: 'login',
    read: readToken,
    isNeeded: true,
    advise: adviseLogin,
  })
  return login !== null && login.value !== null
}

function adviseLogin({ kind, refusal }: Answered): string[] {
  if (refusal?.code === 'invalid_client')
    return ['Set FLEXPOWER_UTILITY_CLIENT to the id:secret that the utility gave you.']
  if (refusal?.code === 'PASSWORD_EXPIRED')
    return ['Change the password at the utility, then set FLEXPOWER_UTILITY_PASSWORD.']
  if (kind === 'refused')
    return [
      'Compare FLEXPOWER_UTILITY_VENDOR, FLEXPOWER_UTILITY_USER and FLEXPOWER_UTILITY_PASSWORD with the contract.',
      'This command does not know a password that was changed in FlexPower itself.',
    ]
  return ['Set FLEXPOWER_UTILITY_URL to the address in front of /token.']
}

/** If it answers, the other queries are sent in the same way. */
async function checkVendor(check: Check): Promise<boolean> {
  const vendor = await examine(check, {
    step: 'Vendor info',
    put: (inspector, profile) => inspector.ask(profile, ({ vendorInfo }) => vendorInfo),
    answer: 'vendorInfo',
    read: readVendorInfo,
    isNeeded: true,
    alternatives: listPlaces,
    advise: ({ kind }) => [
      kind === 'no answer'
        ? 'Ask the utility whether FLEXPOWER_UTILITY_URL is the right address.'
        : 'Ask the utility for its tenant, its version and this path: FLEXPOWER_UTILITY_TENANT, FLEXPOWER_UTILITY_VERSION, paths.vendorInfo. The known ones were tried.',
    ],
    summarize: ({ description, balance }) => `${description}, balance ${formatGmd(balance)}`,
  })
  if (vendor !== null && !isWrapped(vendor.body)) check.report.accept('Answers come without an envelope.')
  return vendor !== null
}

const isWrapped = (body: unknown): boolean => typeof body === 'object' && body !== null && 'data' in body

async function checkAnswers(check: Check, meter: string | null): Promise<void> {
  if (meter === null)
    check.report.tell('skipped', 'Price, customer search and customer enquiry: they need a meter number.', [
      'Run it again with the meter of a customer who agrees: npm run utility -- check 04123456789',
    ])
  const bought = meter === null ? [] : await checkCustomer(check, meter)
  const sold = await checkShift(check)
  const sale = await checkSale(check, [...bought, ...sold])
  await checkReference(check, sale)
  if (await check.inspector.keepsOneToken(check.profile))
    check.report.accept(
      'It keeps one access token for each user. A login elsewhere ends that of the servers; they log in again by themselves.',
    )
}
