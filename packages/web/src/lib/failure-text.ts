// What the error page says after 'Unexpected Application Error!': the status of a routing error, or the message.
interface StatusError {
  status: number
  statusText: string
}

const isStatusError = (error: unknown): error is StatusError =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  'statusText' in error

export function failureText(error: unknown): string {
  if (isStatusError(error)) return [error.status, error.statusText].join(' ').trim()
  return error instanceof Error && error.message !== '' ? error.message : 'Unknown error'
}
