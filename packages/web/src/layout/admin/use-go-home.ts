// Leaving the back office after a change of a password (PW-03).
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'

/**
 * This browser forgets who was signed in and goes home. It leaves first and forgets afterwards: an area that finds nobody signed in
 * would send its visitor to the login instead.
 */
export function useGoHome(forget: () => unknown): () => Promise<void> {
  const navigate = useNavigate()
  return useCallback(async () => {
    await navigate(paths.home)
    await forget()
  }, [navigate, forget])
}
