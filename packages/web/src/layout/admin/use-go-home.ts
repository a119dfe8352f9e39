// Leaving the back office after a password change (PW-03).
import { useCallback } from 'react'
import { useNavigate } from '../../router/hooks.tsx'
import { paths } from '../../paths.ts'

/**
 * This browser forgets who was signed in and goes home. It navigates first and forgets then: an area without a
 * signed-in user would redirect to the login instead.
 */
export function useGoHome(forget: () => unknown): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await navigate(paths.home)
    await forget()
  }, [navigate, forget])
}
