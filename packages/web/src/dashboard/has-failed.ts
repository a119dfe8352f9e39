// Whether a figure could not be read so far. True between two attempts as well, so that nothing flickers (D-06).
import type { UseQueryResult } from '@tanstack/react-query'

export const hasFailed = ({ data, errorUpdateCount }: UseQueryResult): boolean =>
  data === undefined && errorUpdateCount > 0
