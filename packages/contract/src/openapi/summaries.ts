// What each call does, in a sentence, for people who read the document. Kept out of the calls, because the browser would
// load it with them.
import type { Api } from '../api.ts'

type Summaries = {
  [Noun in keyof Api]?: { about: string; calls: { [Verb in keyof Api[Noun]]?: string } }
}

const summaries: Summaries = {
  session: {
    about: 'Signing in and out, and passwords.',
    calls: {
      login: 'Sign in. The token of the answer goes into the session header.',
      logout: 'Sign out.',
      forgotPassword: 'Ask for a link by email to choose a new password.',
      resetPassword: 'Choose a new password with the token of such a link.',
      changePassword: 'Change your own password.',
    },
  },
  account: {
    about: 'Your own account.',
    calls: {
      security: 'Read where you are signed in, and whether two-step sign-in is on.',
      beginSecondFactor: 'Get a secret for an authenticator app. Nothing changes until it is confirmed.',
      confirmSecondFactor: 'Turn two-step sign-in on. The answer has the recovery codes, once.',
      removeSecondFactor: 'Turn two-step sign-in off.',
      endSessions: 'End one of your sessions, or all others.',
    },
  },
  contact: {
    about: 'What visitors write, and the messages that are sent.',
    calls: {
      send: 'Send a message to the provider.',
      apply: 'Apply to become an agent.',
      messages: 'List the messages of visitors, newest first.',
      mark: 'Mark a message as new, read or answered.',
      unsent: 'List emails and SMS that could not be sent, or not yet.',
      outbox: 'List the messages of the demo. In production there is no such call.',
    },
  },
  dashboard: {
    about: 'The figures of the day.',
    calls: {
      dailySales: "Read today's cash power sales.",
      monthlySales: "Read this month's cash power sales.",
      transactionCount: "Count today's cash power sales.",
      airtimeDailySales: "Read today's airtime sales.",
      airtimeMonthlySales: "Read this month's airtime sales.",
      airtimeTransactionCount: "Count today's airtime sales.",
      filter: 'Read the cash power sales of one day.',
      overview: 'Read all figures of the dashboard at once.',
    },
  },
  vendor: {
    about: 'Our account at the utility and at the aggregator.',
    calls: {
      vending: 'Read whether electricity can be sold now.',
      info: 'Read our balance at the utility.',
      nawecBalance: 'Read our balance and our vendor record at the utility.',
      balance: 'Read our balance and our vendor record at the utility.',
      balances: 'List the accounts that we sell from, and how long each lasts.',
      alerts: 'List what an Admin must act on.',
      forgotPassword: 'Ask the utility to reset the password of its interface.',
      updatePassword: 'Store a new password of the interface of the utility.',
    },
  },
  sales: {
    about: 'Sales of all products.',
    calls: {
      open: 'List sales without a result yet: all for an Admin, else your own.',
      find: 'Find your sale by its idempotency key, after its answer was lost.',
      countPrint: 'Count a print of a receipt.',
      messages: 'List the SMS about a sale.',
      decide: 'Decide a sale that the other side cannot decide.',
      choose: "Choose the other side's record that is this sale, and confirm it.",
    },
  },
  electricity: {
    about: 'Cash power: prepaid electricity as tokens.',
    calls: {
      verify: 'Look a meter up and price an amount. Nothing is sold.',
      sell: 'Sell electricity. The answer has the token, or says that the sale is pending.',
      status: 'Read the result of a sale.',
      counter: "Read your float, today's sales, the state of the utility, and what is paused.",
      list: 'List all sales of cash power.',
      listOf: 'List the sales of cash power of one user.',
    },
  },
  airtime: {
    about: 'Air power: mobile credit.',
    calls: {
      sell: 'Sell mobile credit.',
      status: 'Read the result of a sale.',
      offers: 'List which amounts each operator accepts now.',
      cost: 'Read what a top-up cost us.',
      list: 'List sales of mobile credit.',
    },
  },
  postpaid: {
    about: 'Post paid: bills of the utility.',
    calls: {
      verify: 'Look a bill up. Nothing is paid.',
      pay: 'Pay a bill.',
      status: 'Read the result of a payment.',
      list: 'List payments of bills.',
    },
  },
  users: {
    about: 'Users and applicants.',
    calls: {
      list: 'List all users.',
      add: 'Add a user.',
      update: 'Change a user.',
      remove: 'Delete a user, and take the float back first if asked to.',
      agents: 'List the names of all agents.',
      one: 'Read one user: yourself, or for an Admin anybody.',
      cashiers: 'List the names of all cashiers.',
      overview: "Read one user with float, today's sales and sessions.",
      endSessions: 'End the sessions of a user.',
      removeSecondFactor: 'Turn two-step sign-in off for a user who lost the phone.',
      sendResetLink: 'Send a user a link to choose a new password.',
      applications: 'List the applications to become an agent.',
      approve: 'Make an applicant a Cashier.',
      decline: 'Decline an application.',
    },
  },
  charges: {
    about: 'Fee bands of cash power.',
    calls: {
      list: 'List the fee bands.',
      add: 'Add a fee band.',
      update: 'Change a fee band.',
      remove: 'Delete a fee band.',
      price: 'Compute the fee of an amount.',
      replay: 'Compute what the last 30 days would have earned with a band.',
    },
  },
  credits: {
    about: 'Loads of float.',
    calls: {
      list: 'List loads, newest first.',
      load: 'Load the float of an agent. Large amounts wait for a second Admin.',
      waiting: 'List loads that wait for a second Admin.',
      confirm: 'Confirm a load as the second Admin.',
      decline: 'Decline or withdraw a load.',
    },
  },
  floats: {
    about: 'Floats beyond the load: statements, moves, requests and limits.',
    calls: {
      statement: 'List every movement of a float with the balance after it.',
      sums: 'Read the sums of such a statement.',
      statementFile: 'Download such a statement as a PDF file.',
      largestLoad: 'Read the largest load that a cashier ever got.',
      takeBack: 'Take float back.',
      transfer: 'Move float from one cashier to another.',
      correct: 'Correct a load.',
      waiting: 'List moves that wait for a second Admin.',
      confirm: 'Confirm a move as the second Admin.',
      decline: 'Decline or withdraw a move.',
      ask: 'Ask for float that was paid in at the bank.',
      requests: 'List requests for float: all for an Admin, else your own.',
      photo: 'Read the photo of the slip of a request.',
      load: 'Load what was asked for.',
      refuse: 'Decline a request for float.',
      withdraw: 'Take back your own request for float that waits.',
      limits: 'Read how much a cashier may sell.',
      setLimits: 'Set how much a cashier may sell.',
    },
  },
  reports: {
    about: 'The revenue report of cash power.',
    calls: { revenue: 'Make the revenue report of cash power between two days.' },
  },
  revenue: {
    about: 'Revenue and commission of all products.',
    calls: {
      report: 'Read sales and revenue of a period, beside the period before.',
      reportFile: 'Download that report as a PDF file.',
      statement: 'Read the commission of a cashier.',
      statementFile: 'Download that statement as a PDF file.',
      schedules: 'List the reports that are sent by email.',
      addSchedule: 'Have a report sent by email.',
      changeSchedule: 'Change a report that is sent by email.',
      removeSchedule: 'Stop a report that is sent by email.',
    },
  },
  enquiries: {
    about: 'The records of the utility, and how ours compare with them.',
    calls: {
      customer: 'List what the utility sold to a meter.',
      shift: 'List what the utility sold for a cashier on a day.',
      reconciliation: 'List the days that were compared, and the differences.',
      compare: 'Compare a day now.',
      catchUp: 'Read what is left to do after the books were set back.',
      settle: 'Settle a difference with a note.',
    },
  },
  bookings: {
    about: 'Booking sales that only the other side has.',
    calls: {
      show: 'Read what booking a sale would do. Nothing is written.',
      book: 'Book a sale that only the other side has.',
      confirm: 'Confirm a booking as the second Admin.',
      decline: 'Decline or withdraw a booking.',
    },
  },
  backups: {
    about: 'Backups of the books.',
    calls: {
      list: 'List backups, newest first.',
      rules: 'Read when backups are made and how long they are kept.',
      make: 'Start a backup.',
      download: 'Download a backup.',
    },
  },
  cleanup: {
    about: 'Moving old sales to the archive.',
    calls: {
      run: 'Move old sales to the archive, or count them.',
      list: 'List cleanups, newest first.',
      undo: 'Bring the sales of a cleanup back.',
    },
  },
  acts: {
    about: 'The log of what users did.',
    calls: { list: 'List what was done, by whom and when.' },
  },
  search: {
    about: 'Searching everything.',
    calls: {
      everything: 'Find users and sales.',
      archive: 'Find sales in the archive.',
    },
  },
  customers: {
    about: 'Customers, as far as the sales know them.',
    calls: {
      served: 'Find customers whom you have served.',
      erase: 'Remove a phone number from everything, or count where it is.',
    },
  },
  till: {
    about: 'The cash in the drawers.',
    calls: {
      current: 'Read your open shift.',
      today: 'Read your day, of all products.',
      open: 'Open a shift.',
      move: 'Record cash that moves without a sale.',
      refund: 'Record that a customer got the money for a voided sale back.',
      close: 'Count the drawer and close the shift.',
      list: 'List shifts: all for an Admin, else your own.',
      one: 'Read a shift.',
      slipFile: 'Download the Z slip of a shift as a PDF file.',
      countPrint: 'Count a print of a Z slip.',
      mailSlip: 'Send a Z slip to your own address.',
      closeFor: "Close somebody else's shift.",
      wall: 'Read every cashier at this moment.',
      statement: 'List every movement of a drawer with the cash in it afterwards.',
      sums: 'Read the sums of such a statement.',
      statementFile: 'Download such a statement as a PDF file.',
      compare: 'Compare a shift with the records of the utility.',
    },
  },
  receipts: {
    about: 'Finding purchases again.',
    calls: {
      find: 'Find a purchase of any counter.',
      sendAgain: 'Send the token of a purchase again to its phone.',
      story: 'Read what happened to a sale, step by step.',
    },
  },
  live: {
    about: 'What changes while a page is open.',
    calls: { events: 'Follow hints about changes (server-sent events).' },
  },
  notices: {
    about: 'What a user should know of.',
    calls: {
      list: 'List your notices.',
      count: 'Count your unread notices.',
      markSeen: 'Mark a notice as seen.',
      markAllSeen: 'Mark all notices as seen.',
      preferences: 'Read which notices you get by email and SMS.',
      prefer: 'Choose how you get one kind of notice.',
      setPhone: 'Set the phone number for notices.',
    },
  },
}

const known: Partial<Record<string, { about: string; calls: Partial<Record<string, string>> }>> = summaries

/** Undefined: nobody has written one yet. */
export const findSummary = (noun: string, verb: string): string | undefined => known[noun]?.calls[verb]

export const findAbout = (noun: string): string | undefined => known[noun]?.about
