// The back office of an Admin. If Admins need two-step sign-in, an Admin without it is refused every other call, and is
// redirected to the page where it is set up.
import { CallRefused, SECOND_FACTOR_FIRST } from '@flexpower/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from '../../router/hooks.tsx'
import { paths } from '../../paths.ts'
import { BackOffice, RequireSession, showUnstored } from '../BackOffice.tsx'
import { CatchUpBanner } from './CatchUpBanner.tsx'
import { adminMenu } from './menu.ts'

export const AdminArea = () => (
  <RequireSession area="admin">
    <BackOffice menu={adminMenu}>
      <SecondFactorFirst />
      <CatchUpBanner />
    </BackOffice>
  </RequireSession>
)
AdminArea.showInstead = showUnstored

function SecondFactorFirst() {
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        // Only new refusals: after the setup, old ones stay in the cache until they are read again.
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (isRefusedForIt(event.action.error)) void navigate(paths.admin.account, { replace: true })
      }),
    [client, navigate],
  )
  return null
}

const isRefusedForIt = (error: unknown) =>
  error instanceof CallRefused && error.errors[SECOND_FACTOR_FIRST] !== undefined
